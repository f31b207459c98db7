/** Files that are not shipped: tests, their parts and their data. */
const TEST_CODE = '\\.test\\.tsx?$|/testing/|/fixtures/';
/** Files with types only, that stand for an implementation. */
const CRI_INTERFACES = '^server/cri/(cri|runtime-connection)\\.ts$';
const SNAPSHOT_INTERFACES = '^server/snapshot/(node-snapshot|collector)\\.ts$';
const SOCKETS_INTERFACE = '^server/kubelet-sockets/kubelet-sockets\\.ts$';
/** What a route may know of logs: what is asked, what is answered, what is refused. */
const LOGS_INTERFACE = '^server/logs/(container-logs|log-question|log-error)\\.ts$';
const GRPC = 'node_modules/(@grpc|@bufbuild)/|^server/(cri|containerd|kubelet-sockets)/generated/';
/** One mapper of pods: kubelet's port, its socket and the API server speak of the same object. */
const POD_MAPPER = '^server/kubelet/(to-kubelet-pod|pods|split-items)\\.ts$';
const RENDERER_FILES = '^server/renderer\\.ts$';

/** A rule of severity error whose `from` leaves test code out. */
function forbid(name, comment, from, to) {
  const pathNot = [TEST_CODE, ...(from.pathNot ? [from.pathNot].flat() : [])];
  return { name, comment, severity: 'error', from: { ...from, pathNot }, to };
}

module.exports = {
  TEST_CODE,
  CRI_INTERFACES,
  SNAPSHOT_INTERFACES,
  SOCKETS_INTERFACE,
  LOGS_INTERFACE,
  GRPC,
  POD_MAPPER,
  RENDERER_FILES,
  forbid,
};
