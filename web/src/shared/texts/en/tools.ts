/** Setting up a tracker, and finding out why one is silent. */
export const tools = {
  title: 'Tools',
  setup: {
    open: 'Set up the tracker',
    model: (model: string) => `For a ${model}.`,
    host: 'Server',
    ip: 'Address',
    port: 'Port',
    none: 'No SMS are known for this model. Enter server and port with its maker’s tool.',
    explain:
      'Send these SMS to the number of the SIM card in the tracker, one after the other. What is in braces is for you to fill in.',
    apn: 'Access point (APN) of the SIM card',
    what: {
      apn: 'Set the access point',
      server: 'Set the server',
      'apn and server': 'Set access point and server',
      sending: 'Set how often it sends',
    },
    copy: (what: string) => `Copy: ${what}`,
    code: (what: string) => `QR code of the SMS: ${what}`,
  },
  log: {
    open: 'Connection log',
    again: 'Look again',
    none: 'The tracker has not connected yet. If it should have, check its SIM card, and set it up once more.',
    events: { login: 'Connected', closed: 'Disconnected', refused: 'Refused' },
    from: (address: string) => `from ${address}`,
    encrypted: 'encrypted',
    lasted: (time: string) => `after ${time}`,
  },
}
