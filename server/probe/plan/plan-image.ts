import type { ConfigProblem, JsonObject } from '../../contract/cri-config.ts';
import type { ProbeRequest } from '../../contract/probe.ts';
import type { Image } from '../../contract/runtime-objects.ts';
import { textAt } from './config-edit.ts';
import { defaultImage, findImage, imageRefProblem, isSameRef } from './image-choice.ts';

export type ImagePlan =
  | { readonly ok: true; readonly image: string; readonly isNew: boolean }
  | { readonly ok: false; readonly problem: ConfigProblem };

/** The image of a probe: the form's and the configuration's have to agree; where neither names one, one of the node. */
export function planImage(
  request: ProbeRequest,
  container: JsonObject | null,
  images: readonly Image[],
): ImagePlan {
  const named = container === null ? '' : textAt(container, 'image', 'image');
  const path = request.image === null && named !== '' ? CONFIG_PATH : 'image';
  const image = request.image ?? (named === '' ? defaultImage(images) : named);
  if (image === null) {
    return wrong('image', 'this node has no image yet, so the probe needs one to pull: name it');
  }
  const problem = imageRefProblem(image);
  if (problem !== null) return wrong(path, problem);
  if (named !== '' && !isSameRef(named, image)) {
    const message = `"${image}" here, but ${CONFIG_PATH} says "${named}": leave one of them out`;
    return wrong('image', message);
  }
  const isNew = request.pullPolicy !== 'Never' && findImage(image, images) === null;
  return { ok: true, image, isNew };
}

const CONFIG_PATH = 'container_config.image.image';

function wrong(path: string, message: string): ImagePlan {
  return { ok: false, problem: { path, message } };
}
