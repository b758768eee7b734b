/** Setting up a tracker, and troubleshooting a silent one. */
export const tools = {
  title: 'Tools',
  setup: {
    open: 'Set up tracker',
    model: (model: string) => `For a ${model}.`,
    host: 'Server',
    ip: 'Address',
    port: 'Port',
    way: {
      program: (tool?: string) =>
        `Connect the tracker to a computer and open the maker’s program${tool ? ` ${tool}` : ''}.`,
      page: (tool?: string) => `Open the device’s own web page${tool ? ` (${tool})` : ''}.`,
      service: (tool?: string) => `Open the tracker in the maker’s online service${tool ? ` ${tool}` : ''}.`,
      commands: (tool = '') =>
        `Use the maker’s commands ${tool}, by SMS or cable. Its command list shows how to write them.`,
      app: () => 'Open the settings of the app.',
      own: () => 'Open the device’s own program.',
      network: () => 'Forward the device’s messages to this server in your LoRaWAN network server.',
      detected: () => 'Nothing to set up: gateways detect it.',
      manual: () => 'Use the maker’s SMS or program, as its manual describes.',
    } as Readonly<Record<string, (tool?: string) => string>>,
    enter: 'Enter the server and port.',
    enterWithApn: 'Enter the server, the port and the access point (APN) of the SIM card.',
    transport: { tcp: 'Choose TCP.', udp: 'Choose UDP.', both: 'TCP and UDP both work.' } as Readonly<
      Record<string, string>
    >,
    choose: (protocol: string) => `Choose ${protocol} as the protocol.`,
    check: 'Save and restart. The connection log shows when it has connected.',
    explain: 'Send these SMS one by one to the tracker’s SIM card number. Replace the parts in braces.',
    apn: 'Access point (APN) of the SIM card',
    what: {
      apn: 'Set access point',
      server: 'Set server',
      'apn and server': 'Set access point and server',
      sending: 'Start sending',
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
  installer: {
    title: 'Toolbox',
    ident: (ident: string) => `Ident ${ident}`,
    address: 'Scan the address',
    code: 'QR code for the address',
    heard: (ago: string) => `Last message ${ago}`,
    silent: 'No message yet',
  },
  links: {
    title: 'Public links',
    explain: 'Anyone with a link can open it without signing in, until it expires or you revoke it.',
    names: { locator: 'Live position', toolbox: 'Toolbox for installers' },
    hints: {
      locator: 'Shows where this unit is now.',
      toolbox: 'Shows set-up, connection log and current values. No history.',
    },
    create: 'Create link',
    renew: 'Replace link',
    copy: 'Copy link',
    until: (time: string) => `Until ${time}`,
    revoke: 'Revoke',
    revokeEffect: 'The link stops working for everyone who has it.',
    revokeSure: 'Revoke link',
  },
}
