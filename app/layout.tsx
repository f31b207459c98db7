import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { Shell } from '../components/shell/shell.tsx';
import { getFirstView } from './first-view.ts';
import { inter, jetbrainsMono } from './fonts.ts';
import { NAV } from './nav.tsx';
import './styles.css';

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#11151c' },
  ],
};

export async function generateMetadata(): Promise<Metadata> {
  const result = await getFirstView();
  const name = result.ok ? `${result.first.node.name} · cri-triage` : 'cri-triage';
  return { title: { default: name, template: `%s · ${name}` }, robots: 'noindex' };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const result = await getFirstView();
  const theme = (await cookies()).get('theme')?.value;
  const dataTheme = theme === 'dark' || theme === 'light' ? { 'data-theme': theme } : {};
  return (
    <html
      lang="en"
      className={`${inter.variable} ${jetbrainsMono.variable}`}
      {...dataTheme}
      suppressHydrationWarning
    >
      <body>
        {result.ok ? (
          <Shell
            nav={NAV}
            session={result.first.session}
            firstNode={result.first.node}
            now={result.first.now ?? result.first.node.asOf}
          >
            {children}
          </Shell>
        ) : (
          <main className="bare">{children}</main>
        )}
      </body>
    </html>
  );
}
