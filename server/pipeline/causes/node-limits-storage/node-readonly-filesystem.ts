import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const nodeReadonlyFilesystem = textCause({
  id: 'node-readonly-filesystem',
  stages: ['create', 'start', 'sandbox'],
  title: 'A file system of the node has become read-only',
  explanation:
    'Files of the runtime itself cannot be written: the kernel set the file system to read-only, usually after an error of the disk.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['mount-source-missing', 'mount-target-on-readonly', 'runtime-workdir-missing'],
  isNodeWide: true,
  patterns: [/read-only file system/i],
  nextChecks: () => [
    run('See which ones', "findmnt -o TARGET,SOURCE,OPTIONS | grep -E '\\bro\\b'"),
    run('See why', 'dmesg -T | grep -i -E "remount|I/O error|ext4|xfs" | tail'),
    samePods('node-readonly-filesystem'),
  ],
});
