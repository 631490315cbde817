import { expect, test } from 'bun:test';
import { fileOperations } from '#src/router.ts';
import { OPERATIONS } from '#tests/support/call.ts';

const PATHS = `
POST /admin/login
POST /admin/logout
GET /admin/verify
POST /admin/events
PUT /admin/events/:id
DELETE /admin/events/:id
DELETE /admin/events/:id/coordinates
GET /admin/events/template
POST /admin/events/import
GET /admin/backup/export
POST /admin/backup/import
GET /admin/events/submissions
PUT /admin/events/submissions/:id/review
DELETE /admin/events/submissions/:id
GET /admin/marketplace/announcements
GET /admin/marketplace/announcements/:id
PUT /admin/marketplace/announcements/:id
DELETE /admin/marketplace/announcements/:id
GET /admin/marketplace/users
GET /admin/marketplace/users/:id
PUT /admin/marketplace/users/:id
DELETE /admin/marketplace/users/:id
GET /admin/marketplace/reports
PUT /admin/marketplace/reports/:id
PUT /admin/marketplace/settings
GET /admin/banners
POST /admin/banners
PUT /admin/banners/:id
DELETE /admin/banners/:id
POST /admin/banners/upload
PUT /admin/contact/info
GET /admin/contact/messages
PUT /admin/contact/messages/:id/read
DELETE /admin/contact/messages/:id
GET /admin/audit`
  .trim()
  .split('\n');

test('every path of the admin API is served under /api', () => {
  const servedPaths = [
    ...OPERATIONS.map(({ method, path }) => `${method} ${path}`),
    ...fileOperations.map(({ rest }) => rest),
  ];
  expect(PATHS.filter((path) => !servedPaths.includes(path))).toEqual([]);
});
