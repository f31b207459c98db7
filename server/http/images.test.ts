import { afterEach, describe, expect, it } from 'vitest';
import { imageListSchema } from '../contract/image-list.ts';
import { sampleImages } from './testing/samples.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

describe('GET /images', () => {
  let server: TestServer | null = null;
  afterEach(() => server?.close());

  it('tells a viewer what is there, as its schema has it', async () => {
    server = await startTestServer();
    const { status, body } = await server.ask('/api/v1/images', { token: 'viewer-token-1' });
    expect(status).toBe(200);
    expect(imageListSchema.parse(JSON.parse(body))).toEqual(sampleImages());
  });

  it('refuses a parameter it does not know', async () => {
    server = await startTestServer();
    const { status } = await server.ask('/api/v1/images?sort=size', { token: 'viewer-token-1' });
    expect(status).toBe(400);
  });
});
