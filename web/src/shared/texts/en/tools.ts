/** Setting up a tracker, and troubleshooting a silent one. */
export const tools = {
  title: 'Tools',
  setup: {
    open: 'Set up tracker',
    model: (model: string) => `For a ${model}.`,
    host: 'Server',
    ip: 'Address',
    port: 'Port',
    none: 'No set-up SMS for this model. Enter the server and port with the maker’s tool.',
    explain: 'Send these SMS one by one to the tracker’s SIM card number. Replace the parts in braces.',
    apn: 'Access point (APN) of the SIM card',
    what: {
      apn: 'Set access point',
      server: 'Set server',
      'apn and server': 'Set access point and server',
      sending: 'Set reporting interval',
    },
    copy: (what: string) => `Copy: ${what}`,
    code: (what: string) => `QR code for the SMS: ${what}`,
  },
  log: {
    open: 'Connection log',
    again: 'Refresh',
    none: 'The tracker hasn’t connected yet. If you expected it to, check its SIM card and set it up again.',
    events: { login: 'Connected', closed: 'Disconnected', refused: 'Rejected' },
    from: (address: string) => `from ${address}`,
    encrypted: 'encrypted',
    lasted: (time: string) => `after ${time}`,
  },
}
