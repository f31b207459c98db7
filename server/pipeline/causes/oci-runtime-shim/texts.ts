import { tableOf } from '../../table-cause.ts';

/** Shims that are none. */
export const SHIM_TEXTS = tableOf([
  {
    id: 'shim-wrong-binary',
    title: 'What was started as shim is another program',
    explanation:
      "The file that the runtime starts as shim answers with the usage text of another command-line program, so it does not speak the shim's protocol: a wrong binary in its place, or a path that points at the OCI runtime.",
    patterns: [
      /(?:shim|container create failed)\b.*(?:USAGE:|Incorrect Usage|flag provided but not defined|unknown (?:shorthand )?(?:flag|command)|No help topic for|COMMANDS:)/i,
    ],
    confusedWith: ['shim-daemon-version-skew', 'shim-binary-missing'],
    steps: [
      ['See what the file says', 'containerd-shim-runc-v2 -v'],
      ['See which paths are set', 'crictl info | grep -iE "runtimePath|runtimeType|BinaryName"'],
    ],
  },
]);
