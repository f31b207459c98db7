import type { Scenario } from '../model/scenario.ts';

/** A static pod manifest that is no YAML: no pod, no CRI call, only a line in kubelet's log. */
export const badManifest: Scenario = {
  name: 'bad-manifest',
  pods: [],
  subject: 'registry-cache',
  brokenManifests: [
    {
      file: 'registry-cache.yaml',
      text: `apiVersion: v1
kind: Pod
metadata:
  name: registry-cache
  namespace: kube-system
spec:
  containers:
  - name: app
    image: "registry.example/tools/cache:1
  hostNetwork: true
`,
      error:
        "PATH: couldn't parse as pod(yaml: line 9: found unexpected end of stream), please check config file",
    },
  ],
};
