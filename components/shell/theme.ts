export type Theme = 'light' | 'dark';

/** A year: a choice of taste does not expire. */
const MAX_AGE_SECONDS = 31_536_000;

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Shows and keeps the other theme. The cookie lets the server render the right one at once, without a flash. */
export function toggleTheme(): void {
  const theme: Theme = currentTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset['theme'] = theme;
  keep(`theme=${theme}; Path=/; SameSite=Lax; Max-Age=${MAX_AGE_SECONDS}`);
}

/** Back to what the system says. */
export function followSystemTheme(): void {
  delete document.documentElement.dataset['theme'];
  keep('theme=; Path=/; SameSite=Lax; Max-Age=0');
}

function keep(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there over plain HTTP
  document.cookie = cookie;
}
