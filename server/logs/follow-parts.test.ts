import { copyFile, link, readFile, rename, rm, symlink, truncate, unlink } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { numbered, readersForEach } from './testing/follow-reader.ts';
import { logFolderForEach } from './testing/log-folder.ts';

const folder = logFolderForEach();
const follow = readersForEach(folder);

test('a numbered writer through rotation, packing and restart: none missing, none doubled', async () => {
  await folder().write('0.log', folder().lines(1, 100));
  const reader = follow();
  await reader.until(() => reader.texts.length === 100);
  await rename(folder().file('0.log'), folder().file('0.log.20260101-000000'));
  // The runtime writes on to the old file until it is told to open a new one.
  await folder().append('0.log.20260101-000000', folder().lines(101, 150));
  await folder().append('0.log', folder().lines(151, 200));
  await reader.until(() => reader.texts.length === 200);
  const old = await readFile(folder().file('0.log.20260101-000000'));
  await rename(folder().file('0.log'), folder().file('0.log.20260101-000010'));
  await folder().write('0.log.20260101-000000.gz', gzipSync(old));
  await unlink(folder().file('0.log.20260101-000000'));
  await folder().append('0.log', folder().lines(201, 300));
  await folder().append('1.log', folder().lines(301, 320));
  await reader.until(() => reader.texts.length === 320);
  expect(reader.texts).toEqual(numbered(1, 320));
  expect(reader.notices).toEqual(['rotated', 'rotated', 'restarted']);
});

test('late lines of a file that was left are given too', async () => {
  await folder().write('0.log', folder().lines(1, 1));
  const reader = follow();
  await reader.until(() => reader.texts.length === 1);
  await rename(folder().file('0.log'), folder().file('0.log.20260101-000000'));
  await folder().append('0.log', folder().line('new'));
  await reader.until(() => reader.texts.length === 2);
  await folder().append('0.log.20260101-000000', folder().line('late'));
  await reader.until(() => reader.texts.length === 3);
  expect(reader.texts).toEqual(['line 1', 'new', 'late']);
});

test('copytruncate: the copy is read from where we were', async () => {
  await folder().write('0.log', folder().lines(1, 50));
  const reader = follow();
  await reader.until(() => reader.texts.length === 50);
  await folder().append('0.log', folder().lines(51, 80));
  await copyFile(folder().file('0.log'), folder().file('0.log.1'));
  await truncate(folder().file('0.log'), 0);
  await folder().append('0.log', folder().lines(81, 90));
  await reader.until(() => reader.texts.length === 90);
  expect(reader.texts).toEqual(numbered(1, 90));
  expect(reader.notices[0]).toBe('truncated');
  expect(reader.notices).not.toContain('gap');
});

test('a file that was cut and grew beyond where we were is noticed; without a copy it is a gap', async () => {
  await folder().write('0.log', folder().lines(1, 5));
  const reader = follow();
  await reader.until(() => reader.texts.length === 5);
  await folder().write('0.log', folder().lines(101, 150));
  await reader.until(() => reader.texts.length === 55);
  expect(reader.texts).toEqual([...numbered(1, 5), ...numbered(101, 150)]);
  expect(reader.notices).toEqual(['truncated', 'gap']);
});

test('files that were rotated and packed between two looks are read packed', async () => {
  await folder().write('0.log', folder().lines(1, 5));
  const reader = follow();
  await reader.until(() => reader.texts.length === 5);
  await rename(folder().file('0.log'), folder().file('0.log.20260101-000000'));
  await folder().write('0.log.20260101-000010.gz', gzipSync(folder().lines(6, 50)));
  await folder().write('0.log', folder().lines(51, 60));
  await reader.until(() => reader.texts.length === 60);
  expect(reader.texts).toEqual(numbered(1, 60));
  expect(reader.notices).toEqual(['rotated', 'rotated']);
});

test('attempts of which nothing is left are a gap', async () => {
  await folder().write('1.log', folder().lines(1, 2));
  const reader = follow();
  await reader.until(() => reader.texts.length === 2);
  await folder().write('4.log', folder().lines(3, 4));
  await unlink(folder().file('1.log'));
  await reader.until(() => reader.texts.length === 4);
  expect(reader.notices).toEqual(['gap', 'restarted']);
  const gap = reader.items.find((item) => 'notice' in item && item.notice === 'gap');
  expect(gap).toMatchObject({ text: 'nothing is left of attempts 2 to 3' });
});

test('removal while following: everything is given, then it is said, and it ends', async () => {
  await folder().write('0.log', folder().lines(1, 5));
  const reader = follow();
  await reader.until(() => reader.texts.length === 5);
  await folder().append('0.log', folder().lines(6, 9));
  await rm(folder().path, { recursive: true });
  await reader.until(() => reader.isDone);
  expect(reader.failure).toBeNull();
  expect(reader.texts).toEqual(numbered(1, 9));
  expect(reader.notices).toEqual(['removed']);
});

test('a link in the place of the next file is refused', async () => {
  await folder().write('0.log', folder().lines(1, 1));
  await folder().write('secret.txt', 'secret');
  const reader = follow();
  await reader.until(() => reader.texts.length === 1);
  await symlink(folder().file('secret.txt'), folder().file('1.log'));
  await reader.until(() => reader.isDone);
  expect(String(reader.failure)).toContain('symbolic link');
  expect(reader.texts).toEqual(['line 1']);
});

test('a file number that is given again is another file', async () => {
  await folder().write('0.log', folder().lines(1, 3));
  const reader = follow();
  await reader.until(() => reader.texts.length === 3);
  await link(folder().file('0.log'), folder().file('kept'));
  await unlink(folder().file('0.log'));
  await folder().write('1.log', folder().lines(4, 6));
  await reader.until(() => reader.texts.length === 6);
  expect(reader.texts).toEqual(numbered(1, 6));
});
