/** The settings of the installation and the first steps, apart from the catalogue: only their own pages need them. */
export const settingTexts = {
  pages: {
    installation: { title: 'Installation', text: 'The name and the web address that people see.' },
    mail: { title: 'Email', text: 'Without a mail server, emails stay in the built-in mailbox and reach nobody.' },
    payments: {
      title: 'Payments',
      text: 'Your own Stripe account, through which dealers pay your invoices. Dealers enter their own keys in their console.',
    },
    map: { title: 'Map', text: 'Without a map file or style, maps show coasts and borders only.' },
    addresses: { title: 'Addresses', text: 'Waymark asks a geocoder if the map has no street.' },
    backups: {
      title: 'Backups',
      text: 'Automatic backups are encrypted, by default with a key from keys/master.key in the data folder. Without this file, no backup can be restored. Keep a copy outside this server and apart from the backups.',
    },
  },
  fields: {
    WAYMARK_NAME: ['Name of the installation', 'On the first page and as the sender of emails.'],
    WAYMARK_PUBLIC_URL: [
      'Public address',
      'As people type it, such as https://tracking.example.com. You may have to sign in again at the new address.',
    ],
    WAYMARK_LOGIN_URL: ['Address for clients', 'Only if clients sign in at another address.'],
    WAYMARK_SIGN_UP: ['Sign-up', 'The applications in which people can sign up through a dealer’s link.'],
    WAYMARK_SECURITY_CONTACT: [
      'Security contact',
      'Shown in /.well-known/security.txt, such as mailto:security@example.com.',
    ],
    WAYMARK_RELEASES_URL: [
      'Waymark releases',
      'Address of the latest release on GitHub, GitLab, Gitea or Forgejo (…/releases/latest). The overview then announces new versions. Empty: off.',
    ],
    WAYMARK_SMTP_URL: [
      'Mail server',
      'smtp://user:password@mail.example.com:587, or smtps:// for port 465. Write / and @ in a password as %2F and %40.',
    ],
    WAYMARK_MAIL_FROM: ['Sender', 'mail@example.com or Name <mail@example.com>.'],
    WAYMARK_STRIPE_KEY: ['Stripe secret key', 'Starts with sk_live_ or rk_live_.'],
    WAYMARK_CARD_SANDBOX: ['Test cards', 'For testing. Never turn this on where you charge real money.'],
    WAYMARK_MAP_FILE: [
      'Map files',
      'PMTiles files on this server, separated by commas. The Map page shows how to copy a part of a large one.',
    ],
    WAYMARK_MAP_STYLE_URL: ['Map style', 'The address of a MapLibre style on another server, instead of files.'],
    WAYMARK_GOOGLE_MAPS_KEY: [
      'Key for Google Maps',
      'For the Map Tiles API. Browsers can see it, so restrict it to this address.',
    ],
    WAYMARK_BACKUP_TIME: [
      'Time of day (UTC)',
      'When the daily backup starts, such as 03:15. The first one starts at once. Empty: no automatic backups.',
    ],
    WAYMARK_BACKUP_TO: [
      'Stored in',
      'An existing folder on this server, such as /backup/waymark, or S3-compatible storage, such as s3://bucket/folder. Empty: the data folder. With several nodes, use storage or a folder that all of them share.',
    ],
    WAYMARK_BACKUP_S3_URL: [
      'Address of the storage',
      'Only for s3://, such as https://s3.example.com. Empty: Amazon S3. If the host name contains the bucket, put {bucket} there.',
    ],
    WAYMARK_BACKUP_S3_REGION: ['Region', 'Only for s3://.'],
    WAYMARK_BACKUP_S3_KEY_ID: ['Key ID', 'Only for s3://. The key must be allowed to list, read, write and delete.'],
    WAYMARK_BACKUP_S3_SECRET: ['Secret key', 'Only for s3://.'],
    WAYMARK_BACKUP_KEEP_DAILY: ['Daily backups', 'Number of days whose last backup is kept.'],
    WAYMARK_BACKUP_KEEP_WEEKLY: ['Weekly backups', 'Number of weeks whose last backup is kept.'],
    WAYMARK_BACKUP_KEEP_MONTHLY: ['Monthly backups', 'Number of months whose last backup is kept.'],
    WAYMARK_BACKUP_TEST_DAYS: [
      'Days between test restores',
      'The newest backup is restored into a separate database. This needs as much disk space as the database. 0: never.',
    ],
    WAYMARK_GEOCODER_URL: ['Address of the geocoder', 'With {lat} and {lon}. It sees where units are.'],
    WAYMARK_GEOCODER_SEARCH_URL: ['Address of its search', 'With {query}.'],
    WAYMARK_GEOCODER_PER_MINUTE: ['Requests per minute', 'Maximum for each node.'],
    WAYMARK_GEOCODER_ATTRIBUTION: ['Source of its data', 'Shown on every map.'],
  } as Readonly<Record<string, readonly [label: string, hint: string]>>,
  choices: {
    WAYMARK_CARD_SANDBOX: { off: 'Refused', on: 'Accepted' },
    WAYMARK_SIGN_UP: {
      '': 'Nowhere',
      consumer_app: 'Tracking for everyone',
      pet_app: 'Pets',
      'consumer_app,pet_app': 'Tracking for everyone and Pets',
    },
  } as Readonly<Record<string, Readonly<Record<string, string>>>>,
  fromEnvironment: 'Set in the server’s environment. Change it there.',
  isSet: (value: string) =>
    value === '…' ? 'A value is saved. Leave empty to keep it.' : `Saved: ${value}. Leave empty to keep it.`,
  remove: 'Remove saved value',
  save: 'Save',
  saved: 'Settings saved.',
  test: 'Test',
  guide: {
    title: 'Set up this installation',
    steps: 'Steps',
    step: (number: number, count: number) => `Step ${number} of ${count}`,
    next: 'Continue',
    skip: 'Skip',
    tls: 'Use https',
    tlsText:
      'Browsers and phones expect https. Put a reverse proxy with a certificate in front of Waymark, such as Caddy or nginx, and enter the https address here. docs/operating.md has examples.',
    dealer: { title: 'First dealer', text: 'A dealer sells tracking to clients. It can be your own company.' },
    finish: 'Finish',
    later: 'You can change all of this later in Settings.',
  },
}
