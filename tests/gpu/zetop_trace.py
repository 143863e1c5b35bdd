"""The copies in a Perfetto trace of zetop's, without Perfetto: this machine may have no packages."""


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value, shift, at = value | (byte & 0x7F) << shift, shift + 7, at + 1
        if byte < 0x80:
            return value, at


def fields(data):
    """Numbers and values of a protobuf message: ints, or bytes for what has a length."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        else:
            length = 8 if key & 7 == 1 else 4
            value, at = int.from_bytes(data[at:at + length], "little"), at + length
        yield key >> 3, value


def copies(path):
    """(name, bytes, start, end) of each copy, in the order of their starts; ns. The numbers are Perfetto's, see
    monitor/figures/src/trace/proto.rs."""
    words, begun, found = {1: {}, 2: {}, 3: {}}, {}, []
    for tag, packet in fields(open(path, "rb").read()):
        packet = {number: value for number, value in fields(packet)}
        if packet.get(13, 0) & 1:
            words = {1: {}, 2: {}, 3: {}}
        for kind, word in fields(packet.get(12, b"")):
            word = dict(fields(word))
            words[kind][word[1]] = word[2].decode()
        event = list(fields(packet.get(11, b"")))
        one = dict(event)
        if one.get(9) == 1:
            values = [dict(fields(value)) for number, value in event if number == 4]
            values = {words[3].get(value.get(1)): value.get(3) for value in values}
            category = words[1].get(one.get(3))
            name = one[23].decode() if 23 in one else words[2].get(one.get(10))
            begun.setdefault(one.get(11), []).append((category, name, values.get("bytes"), packet[8]))
        elif one.get(9) == 2 and begun.get(one.get(11)):
            category, name, size, start = begun[one[11]].pop()
            if category == "copy":
                found.append((name, size, start, packet[8]))
    return sorted(found, key=lambda copy: copy[2])
