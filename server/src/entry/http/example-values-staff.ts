/** Example values of people, sessions in the console, access tokens and the audit log. */
type Values = Readonly<Record<string, unknown>>

const personId = '019a8f0e-8a41-7e53-a7d2-5c0f9b3e6d18'
const tokenId = '019a8f0e-91c7-7f04-8e26-1d7b4a9c5f32'
const accountId = 481920573316
const created = 1788000000
const time = 1790000000
const login = 'anna@example.com'
const person = { id: personId, name: 'Anna Berg', email: login, role: 'support' }
const token = {
  ...{ id: tokenId, name: 'Our ERP', level: 'full', secrets: false },
  ...{ created_at: created, expires_at: created + 31_536_000, last_used_at: time, revoked_at: null },
}

export const staffOwners: Readonly<Record<string, Values>> = {
  Person: { ...person, status: 'active', two_factor: true, created_at: created, last_login_at: time },
  person,
  AccessToken: token,
  CreatedAccessToken: { ...token, last_used_at: null, access_token: 'wm_3vR0yQm7o1cJk2Xn8sLwT5uZb6aHdPfG4eKiNqVxYzA' },
  AuditEntry: {
    ...{ id: 70315, at: time, action: 'accounts.change', subject: String(accountId), address: '192.0.2.17' },
    request_id: '0b8f4b52-6f0e-4c0e-9d0b-6a3f4f7f2f11',
    ...{ before: { title: 'Old name' }, after: { title: 'New name' } },
  },
  actor: { kind: 'staff', id: personId, name: 'Anna Berg' },
  ConsoleMe: { kind: 'dealer', two_factor: true, rights: ['read', 'units', 'commands', 'lobby', 'users', 'service'] },
  dealer: { id: 105500372845, name: 'Example Tracking', dialect: 'provider' },
  session: { id: '019a8f0e-7c11-7d20-9b3a-4f2e6d8c1a05', expires_at: time + 43_200 },
}

export const staffOperations: Readonly<Record<string, Values>> = {
  'POST /staff': { email: login, role: 'support', name: 'Anna Berg' },
  'PATCH /staff/:id': { name: 'Anna Berg', role: 'manager', enabled: true },
  'DELETE /staff/:id': { '': personId, id: personId },
  'POST /tokens': { name: 'Our ERP', level: 'full', secrets: false, expires_at: time },
  'DELETE /tokens/:id': { '': tokenId, id: tokenId },
}

/** Of the console's document, by the name of a field. */
export const consoleValues: Values = {
  ...{ login, email: login, password: 'a loud green mountain', current: 'a quiet blue harbour', code: '492039' },
  token: 'wp_3vR0yQm7o1cJk2Xn8sLwT5uZb6aHdPfG4eKiNqVxYzA',
  ...{ kind: 'dealer', person_id: personId, expire: (time + 43_200) * 1000 },
  'ConsoleSession.current': true,
  'ConsoleSession.id': '019a8f0e-7c11-7d20-9b3a-4f2e6d8c1a05',
  ...{ created_at: created, last_used_at: time, expires_at: time + 43_200, address: '192.0.2.17' },
  agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/tracking.example.com:anna%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=tracking.example.com&digits=6&period=30',
  recovery_codes: ['k7m2q-x4twa', 'c5hzn-2rjeo'],
}
