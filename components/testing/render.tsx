import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js';
import type { ComponentProps, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { DataProvider } from '../data/data-provider.tsx';
import { ClockProvider } from '../ui/clock.tsx';
import { AS_OF } from './fixtures.ts';

const stay = () => undefined;
/** Nobody clicks on what is only rendered. */
const ROUTER: ComponentProps<typeof AppRouterContext>['value'] = {
  back: stay,
  forward: stay,
  refresh: stay,
  push: stay,
  replace: stay,
  prefetch: stay,
  bfcacheId: '',
};

/** A page as the server renders it, without the frame: what stands there before any script runs. */
export function renderPage(page: ReactNode, search = ''): string {
  return renderToStaticMarkup(
    <AppRouterContext value={ROUTER}>
      <SearchParamsContext value={new URLSearchParams(search)}>
        <DataProvider>
          <ClockProvider firstMs={Date.parse(AS_OF)}>{page}</ClockProvider>
        </DataProvider>
      </SearchParamsContext>
    </AppRouterContext>,
  );
}

/** What a person reads of it. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
