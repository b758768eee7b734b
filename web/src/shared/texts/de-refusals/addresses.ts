/** Why an address cannot be called, in German; `server/src/kernel/network/outbound.ts` fills these sentences into others. */
export const addresses: Readonly<Record<string, string>> = {
  'It must be a web address that begins with https://.':
    'Geben Sie eine Internetadresse ein, die mit https:// beginnt.',
  'It must not contain a username or password.': 'Sie darf weder Benutzernamen noch Passwort enthalten.',
  'It must not contain a fragment (#).': 'Sie darf keinen Teil nach # enthalten.',
  'It must begin with https://.': 'Sie muss mit https:// beginnen.',
  'Its port must be 443 or 8443.': 'Ihr Port muss 443 oder 8443 sein.',
  'It must begin with https:// and have port 443 or 8443.':
    'Sie muss mit https:// beginnen und den Port 443 oder 8443 haben.',
  'It leads to an address outside the public internet.':
    'Sie führt zu einer Adresse außerhalb des öffentlichen Internets.',
  'The name cannot be resolved.': 'Zu dem Namen wurde keine Adresse gefunden.',
  'The name has no address. Check its spelling and its DNS records.':
    'Zu dem Namen gibt es keine Adresse. Prüfen Sie die Schreibweise und die DNS-Einträge.',
}
