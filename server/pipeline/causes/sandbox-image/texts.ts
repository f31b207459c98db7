import { tableOf } from '../../table-cause.ts';

/** The pause image. */
export const SANDBOX_IMAGE_TEXTS = tableOf([
  {
    id: 'sandbox-image-config-path-ignored',
    title: "The setting of the pause image is not the runtime's",
    explanation:
      'The tool that sets up the cluster reads another name of the pause image than it wants, or an empty one, which newer runtimes no longer report. Harmless by itself; but in a version 3 file a sandbox_image in the old place is ignored, and the public default is pulled.',
    patterns: [
      /sandbox image .*(?:of the container runtime )?is inconsistent/i,
      /sandbox_?image\b.*(?:ignored|unknown key|deprecated|not read)/i,
    ],
    confusedWith: ['sandbox-image-network', 'containerd-config-section-ignored'],
    steps: [
      ['See what is really set', 'containerd config dump | grep -iE "sandbox_image|sandbox ="'],
      ['See which pause image is here', 'crictl images | grep pause'],
    ],
  },
]);
