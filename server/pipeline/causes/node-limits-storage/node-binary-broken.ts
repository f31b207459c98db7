import type { NextCheck } from '../../../contract/evidence.ts';
import { run, runtimeLogOf, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

/** Whether a text or the file itself told it, the same has to be looked at. */
export const NODE_BINARY_CHECKS: readonly NextCheck[] = [
  run(
    'Look for empty programs',
    'find /opt/cni/bin /usr/lib/cni /usr/libexec/cni /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin -type f -size 0 2>/dev/null',
  ),
  run(
    'Compare their times with the boot',
    'uptime -s; ls -lt /opt/cni/bin /usr/lib/cni 2>/dev/null | head',
  ),
  run(
    'See for which system they are',
    'uname -m; file /opt/cni/bin/* /usr/sbin/runc 2>/dev/null | head -5; ldd -v "$(command -v runc)" | grep -i "not found"; runc --version',
  ),
];

/** A program of the node that the kernel does not know how to run: told by the word fork/exec, which no container's own start bears. */
export const nodeBinaryBroken = textCause({
  id: 'node-binary-broken',
  stages: ['sandbox', 'create', 'start', 'teardown'],
  title: 'A program of the node is empty, cut off or built for another system',
  explanation:
    'The runtime started a program of the node itself (a network plugin, runc, a hook), and the kernel could not run the file. After a power cut such files are often empty: they were written shortly before and never reached the disk. One built for another processor or a newer C library does not run either.',
  impact: 'Nothing that needs this program can start here before the file is put back.',
  isNodeWide: true,
  confusedWith: ['exec-format-error', 'cni-plugin-binary-missing', 'runc-binary-missing'],
  patterns: [
    /fork\/exec \S+: exec format error/i,
    // The program loader's own words; what an application says there does not stand in an error of a call.
    /version .{1,40} not found \(required by /i,
    /error while loading shared libraries: /i,
    /symbol lookup error: .*undefined symbol/i,
  ],
  fullPatterns: [/fork\/exec "?\/\S+?: exec format error/i],
  nextChecks: (view) => [
    ...NODE_BINARY_CHECKS,
    runtimeLogOf(view, 'exec format error'),
    samePods('node-binary-broken'),
  ],
});
