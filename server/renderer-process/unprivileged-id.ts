/** nobody and nogroup: own no file on any distribution we know. */
export const UNPRIVILEGED_ID = 65_534;
