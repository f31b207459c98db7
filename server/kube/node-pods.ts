import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { PodsReader } from '../kubelet/pods.ts';
import { KubeError } from './kube-error.ts';
import type { KubeHttp } from './kube-http.ts';
import { listPages } from './list-pages.ts';

/** 2,000 pods: kubelet itself runs 110, seldom 500. */
const MAX_PAGES = 4;
/** The annotation of a mirror pod: the uid of the static pod behind it, which is what the runtime knows. */
const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

function withStaticUid(pod: KubeletPod): KubeletPod {
  const uid = pod.annotations[MIRROR_ANNOTATION];
  return uid === undefined || uid === '' ? pod : { ...pod, uid };
}

/** The pods bound to one node, page by page; a pod whose bytes did not change is not parsed again. */
export class NodePods {
  readonly #http: KubeHttp;
  readonly #nodeName: string;
  readonly #readers: PodsReader[] = [];

  constructor(http: KubeHttp, nodeName: string) {
    this.#http = http;
    this.#nodeName = nodeName;
  }

  async read(signal: AbortSignal): Promise<readonly KubeletPod[]> {
    const { bodies } = await listPages(
      this.#http,
      {
        path: '/api/v1/pods',
        right: 'list pods',
        query: { fieldSelector: `spec.nodeName=${this.#nodeName}`, resourceVersion: '0' },
        maxPages: MAX_PAGES,
      },
      signal,
    );
    this.#readers.length = Math.min(this.#readers.length, bodies.length);
    return bodies.flatMap((body, index) => this.#readPage(body, index)).map(withStaticUid);
  }

  #readPage(body: Buffer, index: number): readonly KubeletPod[] {
    const reader = this.#readers[index] ?? new PodsReader();
    this.#readers[index] = reader;
    try {
      return reader.read(body, '/api/v1/pods').pods;
    } catch (error) {
      throw new KubeError(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }
}
