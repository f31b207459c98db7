import type { PodResources } from '../contract/kubelet-facts.ts';
import { stripControl } from '../lib/strip-control.ts';
import type {
  ContainerResources,
  ListPodResourcesResponse,
} from './generated/kubelet/pod-resources_pb.js';

type Container = PodResources['containers'][number];
type Device = Container['devices'][number];

/** 256: a large node has some hundred devices of a kind; more are cut. */
const MAX_IDS = 256;

function claims({ dynamicResources }: ContainerResources): Device[] {
  return dynamicResources.map(({ claimName, claimResources }) => ({
    resource: stripControl(`claim ${claimName}`),
    ids: claimResources
      .slice(0, MAX_IDS)
      .map(({ driverName, deviceName, cdiDevices }) =>
        stripControl(cdiDevices[0]?.name ?? `${driverName}/${deviceName}`),
      ),
  }));
}

function toContainer(container: ContainerResources): Container {
  const devices = container.devices.map(({ resourceName, deviceIds }) => ({
    resource: stripControl(resourceName),
    ids: deviceIds.slice(0, MAX_IDS).map(stripControl),
  }));
  return {
    name: stripControl(container.name),
    devices: [...devices, ...claims(container)],
    cpuIds: container.cpuIds.slice(0, MAX_IDS).map(Number),
  };
}

/** What was given away: containers that hold a device, a claim or CPUs of their own. The others are left out. */
export function toPodResources(answer: ListPodResourcesResponse): readonly PodResources[] {
  return answer.podResources.flatMap((pod) => {
    const containers = pod.containers
      .map(toContainer)
      .filter(({ devices, cpuIds }) => devices.length > 0 || cpuIds.length > 0);
    if (containers.length === 0) return [];
    return [{ namespace: stripControl(pod.namespace), name: stripControl(pod.name), containers }];
  });
}
