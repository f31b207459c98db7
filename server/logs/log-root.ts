import { LogError, systemCode, toLogError } from './log-error.ts';
import { type OpenFolder, openFolderBeneath } from './open-beneath.ts';
import { type PartName, parseDockerPartName, parsePartName, sortParts } from './part-name.ts';

/** Where logs may be read: below the pod log root, and in docker's own container folders. */
export interface LogRoots {
  /** The pod log root as it is called on the node. */
  readonly podLogs: string;
  /** The real folder of a node path; links are followed within the node's root. */
  resolve(nodePath: string): Promise<string>;
}

/** How the lines of a file are written. */
export type LogForm = 'cri' | 'docker';

/** One folder with files of one container's log. */
export interface PartFolder {
  readonly folder: OpenFolder;
  readonly form: LogForm;
  readonly parts: readonly PartName[];
}

/** Where cri-dockerd's links lead. */
const DOCKER_CONTAINERS = '/var/lib/docker/containers';
const DOCKER_LOG = /^\/var\/lib\/docker\/containers\/([0-9a-f]{64})\/([0-9a-f]{64})-json\.log$/;
/** Older ends of a container that restarts all day: kubelet keeps one or two. */
const MAX_DOCKER_FOLDERS = 32;

/** Opens the container's log folder; null while there is none. */
export async function openContainerFolder(
  roots: LogRoots,
  steps: readonly string[],
): Promise<OpenFolder | null> {
  const shown = [roots.podLogs, ...steps].join('/');
  try {
    return await openFolderBeneath(await roots.resolve(roots.podLogs), steps);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw toLogError(error, shown);
  }
}

/** The docker folder behind `<attempt>.log`, null when that is no link; a link to anywhere else is refused. */
async function openDockerFolder(
  roots: LogRoots,
  folder: OpenFolder,
  name: string,
): Promise<OpenFolder | null> {
  const target = await folder.linkTarget(name).catch((error: unknown) => {
    // Renamed meanwhile: opening it will tell.
    if (systemCode(error) !== 'ENOENT') throw error;
    return null;
  });
  if (target === null) return null;
  const [, folderId, fileId] = DOCKER_LOG.exec(target) ?? [];
  if (folderId === undefined || folderId !== fileId) {
    throw new LogError(
      'refused',
      `${name} is a symbolic link to a place other than ${DOCKER_CONTAINERS}/ID: it is not followed.`,
    );
  }
  return openFolderBeneath(await roots.resolve(DOCKER_CONTAINERS), [folderId]);
}

/**
 * The folders that hold parts of the log: the container's own, and docker's where an attempt is a link to it. `attempt`
 * null: of all attempts. The caller closes them; the first is `folder` itself.
 */
export async function partFolders(
  roots: LogRoots,
  folder: OpenFolder,
  attempt: number | null,
): Promise<readonly PartFolder[]> {
  const own: PartName[] = [];
  const folders: PartFolder[] = [];
  const names = await folder.names();
  const wanted = names
    .map(parsePartName)
    .filter((part) => part !== null && (attempt === null || part.attempt === attempt));
  try {
    for (const part of wanted as PartName[]) {
      const docker =
        part.rotation === null && folders.length < MAX_DOCKER_FOLDERS
          ? await openDockerFolder(roots, folder, part.name)
          : null;
      if (docker === null) {
        own.push(part);
        continue;
      }
      const inDocker = (await docker.names()).flatMap(
        (name) => parseDockerPartName(name, part.attempt) ?? [],
      );
      folders.push({ folder: docker, form: 'docker', parts: sortParts(inDocker) });
    }
  } catch (error) {
    await Promise.all(folders.map((one) => one.folder.close()));
    throw error;
  }
  return [{ folder, form: 'cri', parts: sortParts(own) }, ...folders];
}
