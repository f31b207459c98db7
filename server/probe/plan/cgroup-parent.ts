/** Under this group of the node every probe runs. */
const CGROUPFS_ROOT = 'cri-triage-probe';
/** systemd reads "-" as the way down, so the name itself has none. */
const SLICE_ROOT = 'cri_triage_probe';

/**
 * The control group of a probe's pod. With systemd it is a path of slices, each named after the one above it, as kubelet
 * gives it: runc and CRI-O take the last part, and containerd looks for the pod's figures at the path. Where the driver
 * is not known that is given too: containerd starts pods with it under either driver, and CRI-O's own default is systemd.
 */
export function cgroupParent(uid: string, driver: string | null): string {
  if (driver?.toLowerCase() === 'cgroupfs') return `/${CGROUPFS_ROOT}/pod${uid}`;
  return `/${SLICE_ROOT}.slice/${SLICE_ROOT}-pod${uid.replaceAll('-', '_')}.slice`;
}
