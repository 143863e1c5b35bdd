#!/usr/bin/env bash
# A Kubernetes of one node on this machine, for as long as this runs: etcd, API server, scheduler, controllers, kubelet, containerd.
# In it, what docs/src/jobs.md says of Kubernetes: zetop as an ephemeral container and as a sidecar, in pods whose program
# runs on the simulated GPU.
#
# Usage: tests/job/kubernetes.sh KUBERNETES ZETOP WORKLOAD SIMULATOR
# KUBERNETES is a folder with kube-apiserver, kube-controller-manager, kube-scheduler, kubelet and kubectl (1.20 from Debian's source
# was tried); the others are release builds. Needs root, etcd, containerd, runc, Debian's containernetworking-plugins, debootstrap.
set -euo pipefail
[ $# = 4 ] || { sed -n 2,8p "$0"; exit 2; }
kubernetes=$(realpath "$1") zetop=$(realpath "$2") workload=$(realpath "$3") simulator=$(realpath "$4")
here=$(mktemp -d /tmp/zetop-kubernetes-XXXXXX)
cd "$here"
# What a kubelet, or the bridge of its network, changes on a machine.
settings=(vm.overcommit_memory vm.panic_on_oom kernel.panic kernel.panic_on_oops kernel.keys.root_maxkeys kernel.keys.root_maxbytes
    net.ipv4.ip_forward)
sysctl "${settings[@]}" > settings
started=()
stop() {
    "$kubernetes/kubectl" --kubeconfig admin delete pods --all --grace-period=0 --force > /dev/null 2>&1 || true
    sleep 3
    kill "${started[@]}" 2> /dev/null || true
    wait
    pkill -f "containerd-shim.*$here" || true
    sysctl --quiet --load=settings || true
    ip link delete zetop-cni 2> /dev/null || true
    umount -l $(awk -v here="$here" 'index($2, here) == 1 { print $2 }' /proc/mounts) 2> /dev/null || true
    rm -rf --one-file-system "$here"
}
trap stop EXIT
begin() { "$@" > "$(basename "$1").log" 2>&1 & started+=($!); }
until_it() { for _ in $(seq 120); do if "$@" > /dev/null 2>&1; then return; fi; sleep 0.5; done; echo "did not come: $*"; tail -n 8 ./*.log; exit 1; }

# Images: Debian 12 with the loader, once with a program and once with zetop; and one whose program waits, for pods themselves.
tree=${ZETOP_TREE:-/var/tmp/zetop-kubernetes-debian-12}
[ -e "$tree/bin/sh" ] || debootstrap --variant=minbase --include=libze1,procps bookworm "$tree" > debootstrap.log
image() { # NAME, FOLDER
    tar --create --directory "$2" --numeric-owner . > layer.tar
    python3 - "$1" << 'PY'
import hashlib, io, json, sys, tarfile
name = sys.argv[1]
layer = hashlib.sha256(open("layer.tar", "rb").read()).hexdigest()
config = json.dumps({"architecture": "amd64", "os": "linux", "config": {"Cmd": ["/pause"], "Env": ["PATH=/usr/local/bin:/usr/bin:/bin"]},
                     "rootfs": {"type": "layers", "diff_ids": [f"sha256:{layer}"]}}).encode()
files = {"config.json": config, "manifest.json": json.dumps([{"Config": "config.json", "RepoTags": [f"docker.io/library/{name}"], "Layers": ["layer.tar"]}]).encode()}
with tarfile.open(f"image.tar", "w") as out:
    for path, data in files.items():
        entry = tarfile.TarInfo(path)
        entry.size = len(data)
        out.addfile(entry, io.BytesIO(data))
    out.add("layer.tar")
PY
    ctr --address "$here/containerd.sock" --namespace k8s.io images import image.tar > /dev/null
}

cat > containerd.toml << END
version = 2
root = "$here/containerd-root"
state = "$here/containerd-state"
[grpc]
address = "$here/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "docker.io/library/pause:1"
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "/usr/lib/cni"
conf_dir = "$here/net.d"
END
mkdir net.d
cat > net.d/10-bridge.conf << END
{"cniVersion": "0.4.0", "name": "zetop", "type": "bridge", "bridge": "zetop-cni", "isGateway": true, "ipam": {"type": "host-local", "subnet": "10.88.77.0/24", "dataDir": "$here/net"}}
END
begin containerd --config containerd.toml
until_it ctr --address "$here/containerd.sock" version
mkdir pause program with-zetop
echo 'int pause(void); int main(void) { for (;;) pause(); }' | cc -xc -static -Os -o pause/pause -
image pause:1 pause
cp -a "$tree/." program/ && cp -a "$tree/." with-zetop/
cp "$workload" program/usr/local/bin/ze-workload
cp "$simulator" program/usr/local/lib/libze_sim.so
cp "$zetop" with-zetop/usr/local/bin/zetop
image program:1 program
image zetop:1 with-zetop

openssl genrsa -out key 2048 2> /dev/null
echo 'secret,admin,admin,"system:masters"' > tokens
begin etcd --data-dir etcd-data --listen-client-urls http://127.0.0.1:23790 --advertise-client-urls http://127.0.0.1:23790 \
    --listen-peer-urls http://127.0.0.1:23800
begin "$kubernetes/kube-apiserver" --etcd-servers http://127.0.0.1:23790 --secure-port 26443 --cert-dir certificates \
    --bind-address 127.0.0.1 --service-cluster-ip-range 10.99.0.0/24 --token-auth-file tokens --authorization-mode AlwaysAllow --kubelet-preferred-address-types InternalIP \
    --service-account-issuer https://localhost --service-account-key-file key --service-account-signing-key-file key \
    --feature-gates EphemeralContainers=true --allow-privileged --disable-admission-plugins ServiceAccount
cat > admin << END
{"apiVersion": "v1", "kind": "Config", "current-context": "c",
 "clusters": [{"name": "c", "cluster": {"server": "https://127.0.0.1:26443", "insecure-skip-tls-verify": true}}],
 "users": [{"name": "u", "user": {"token": "secret"}}], "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}]}
END
kubectl() { "$kubernetes/kubectl" --kubeconfig admin "$@"; }
until_it kubectl get --raw /readyz
begin "$kubernetes/kube-controller-manager" --kubeconfig admin --service-account-private-key-file key --leader-elect=false --secure-port 26444 --port 0
begin "$kubernetes/kube-scheduler" --kubeconfig admin --leader-elect=false --secure-port 26445 --port 0
cat > kubelet.yaml << END
{"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration", "cgroupDriver": "cgroupfs", "failSwapOn": false,
 "authentication": {"anonymous": {"enabled": true}, "webhook": {"enabled": false}}, "authorization": {"mode": "AlwaysAllow"},
 "port": 26450, "healthzPort": 0, "featureGates": {"EphemeralContainers": true}, "evictionHard": {"nodefs.available": "1%"},
 "resolvConf": "/etc/resolv.conf", "staticPodPath": ""}
END
begin "$kubernetes/kubelet" --kubeconfig admin --config kubelet.yaml --root-dir "$here/kubelet-root" --hostname-override node1 \
    --container-runtime remote --container-runtime-endpoint "unix://$here/containerd.sock" --cert-dir "$here/kubelet-certificates"
until_it sh -c "'$kubernetes/kubectl' --kubeconfig admin get node node1 | grep -w Ready"
kubectl version --short
kubectl get nodes -o wide

program='{"name": "app", "image": "program:1", "command": ["ze-workload", "calls", "threads=1", "calls=100000000", "rate=1000"],
          "env": [{"name": "ZE_ENABLE_ALT_DRIVERS", "value": "/usr/local/lib/libze_sim.so"}]}'
say() { echo; echo "\$ $*"; }
calls() { python3 -c '
import json, sys
figures = json.loads(sys.stdin.read().strip().splitlines()[-1])
processes = figures["processes"]
print([(p["pid"], p["host"], p["state"], p["calls"]) for p in processes])
assert processes and all(p["calls"] > 1000 for p in processes) and figures["host"]["calls"] == sum(p["calls"] for p in processes)'; }

echo "== an ephemeral container beside the container of a pod"
kubectl create -f - << END
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "train"}, "spec": {"containers": [$program]}}
END
until_it sh -c "'$kubernetes/kubectl' --kubeconfig admin get pod train | grep -w Running"
say kubectl debug -it train --image=zetop:1 --target=app -- zetop -p 1 --duration 5
script --quiet --command "stty rows 40 cols 120; '$kubernetes/kubectl' --kubeconfig admin debug -it train --image=zetop:1 --image-pull-policy=Never --target=app -- zetop -p 1 --duration 5" dashboard.typescript < /dev/null > /dev/null || true
cp dashboard.typescript "${ZETOP_KEEP:-/tmp}/kubernetes-dashboard.typescript"
tail -c 3000 dashboard.typescript | sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g' | tail -n 30
echo
kubectl get pod train -o jsonpath='{.status.containerStatuses[0].restartCount} restarts of the program{"\n"}'

echo "== a sidecar that shares the pod's PID namespace"
kubectl create -f - << END
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "shared"}, "spec": {"shareProcessNamespace": true, "containers": [$program,
 {"name": "zetop", "image": "zetop:1", "command": ["sleep", "infinity"], "securityContext": {"capabilities": {"add": ["SYS_PTRACE"]}}}]}}
END
until_it sh -c "'$kubernetes/kubectl' --kubeconfig admin get pod shared | grep -w 2/2"
say kubectl exec -it shared -c zetop -- zetop -p ze-workload --no-tui --json - --duration 5
kubectl exec shared -c zetop -- zetop -p ze-workload --no-tui --json - --duration 5 > shared.json
calls < shared.json
say kubectl exec shared -c zetop -- zetop doctor -p ze-workload
kubectl exec shared -c zetop -- sh -c 'zetop doctor -p $(pgrep ze-workload)' || true
kubectl get pod shared -o jsonpath='{.status.containerStatuses[*].restartCount} restarts{"\n"}'

echo "== a program of another user, with and without SYS_PTRACE for zetop"
kubectl create -f - << END
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "user"}, "spec": {"shareProcessNamespace": true, "containers": [
 $(sed 's/.$/, "securityContext": {"runAsUser": 1000}}/' <<< "$(tr -d '\n' <<< "$program")"),
 {"name": "with", "image": "zetop:1", "command": ["sleep", "infinity"], "securityContext": {"capabilities": {"add": ["SYS_PTRACE"]}}},
 {"name": "without", "image": "zetop:1", "command": ["sleep", "infinity"], "securityContext": {"capabilities": {"drop": ["all"]}}}]}}
END
until_it sh -c "'$kubernetes/kubectl' --kubeconfig admin get pod user | grep -w 3/3"
say kubectl exec user -c with -- zetop -p ze-workload --no-tui --json - --duration 5
kubectl exec user -c with -- zetop -p ze-workload --no-tui --json - --duration 5 2> /dev/null > user.json
calls < user.json
say kubectl exec user -c without -- zetop -p ze-workload --no-tui
kubectl exec user -c without -- zetop -p ze-workload --no-tui || echo "exit status $?"
