import type { Role } from '../contract/live.ts';

/** Each role may do what the ones before it may. */
export const ROLES = ['viewer', 'operator', 'admin'] as const satisfies readonly Role[];

/** True when `role` is `needed` or above. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
