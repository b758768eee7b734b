/** Example values of what a dealer sees who sets up or looks into a tracker. */
type Values = Readonly<Record<string, unknown>>

const frame = {
  received_at: 1790000001.127,
  peer: '192.0.2.7:4711',
  protocol: 'gt06',
  kind: 'data',
  bytes: 15,
  hex: '78780a134605030002000284550d0a',
  messages: [{ 'engine.ignition.status': true, 'battery.level': 83.33, 'gsm.signal.level': 75 }],
  error: null,
  ranges: [
    { from: 0, to: 4, message: null, fields: ['frame'] },
    { from: 4, to: 5, message: 0, fields: ['engine.ignition.status'] },
    { from: 5, to: 6, message: 0, fields: ['battery.level'] },
    { from: 6, to: 7, message: 0, fields: ['gsm.signal.level'] },
    { from: 7, to: 9, message: null, fields: [] },
    { from: 9, to: 11, message: null, fields: ['reply'] },
    { from: 11, to: 15, message: null, fields: ['frame'] },
  ],
}

const sms = (port: number) => `  setparam 2004:track.example.com;2005:${port};2006:0`

const setup = {
  manufacturer: 'Teltonika',
  model: 'FMB920',
  protocol: 'teltonika',
  host: 'track.example.com',
  ip: '192.0.2.1',
  port: 5027,
  any_port: 5000,
  texts: [
    { what: 'apn', sms: '  setparam 2001:internet', any_port_sms: '  setparam 2001:internet' },
    { what: 'server', sms: sms(5027), any_port_sms: sms(5000) },
  ],
}

const sources = { networks: ['203.0.113.0/24', '2001:db8::/48'] }

export const toolboxOperations: Readonly<Record<string, Values>> = {
  'GET /units/:id/source-networks': sources,
  'PUT /units/:id/source-networks': sources,
  'GET /company/source-networks': sources,
  'PUT /company/source-networks': sources,
  'GET /units/:id/setup': setup,
  'GET /client/units/:id/setup': setup,
  'GET /units/:id/traffic': { '': [frame] },
}
