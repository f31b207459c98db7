/** In this group of the node all probes run, one after the other. */
const CGROUPFS_PARENT = '/cri-triage-probe';
/** systemd reads "-" as the way down, so the name itself has none. */
const SLICE_PARENT = '/cri_triage_probe.slice';

/**
 * The control group of a probe's pod. It is the same for all: a runtime removes the groups of containers and never their
 * parent, so that one of its own would stay behind after each probe. A slice is given as a path, as kubelet does: runc
 * and CRI-O take its last part, and containerd looks there for the pod's figures. Where the driver is not known systemd's
 * name is given: containerd starts pods with it under either driver, and CRI-O's own default is systemd. (Under cgroupfs
 * containerd's pod stats would fail for as long as the probe lives; every containerd we measured tells its driver.)
 */
export function cgroupParent(driver: string | null): string {
  return driver?.toLowerCase() === 'cgroupfs' ? CGROUPFS_PARENT : SLICE_PARENT;
}
