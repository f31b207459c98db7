/** A value that cannot be used: names the flag or variable it came from and what is expected. Exit code 2. */
export class ConfigError extends Error {}

/** `--help` was asked for; the message is the text to print. Exit code 0. */
export class HelpAsked extends Error {}
