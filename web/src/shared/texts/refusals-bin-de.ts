/** About units that are restored or moved. */
export const ofBin: Readonly<Record<string, string>> = {
  'Another unit has this ident by now. Delete that unit or change its ident, then restore this one.':
    'Eine andere Einheit hat inzwischen diese Kennung. Löschen Sie jene Einheit oder ändern Sie ihre Kennung, dann stellen Sie diese wieder her.',
  'Tags and assets cannot be moved. Delete it here, and add it in the other account.':
    'Tags und Objekte lassen sich nicht verschieben. Löschen Sie es hier, und legen Sie es im anderen Konto an.',
  'This unit has private trips, which are for nobody else. Move it without its history.':
    'Diese Einheit hat private Fahrten, die niemand sonst sehen darf. Verschieben Sie sie ohne ihren Verlauf.',
  'An invoice that is not paid yet renews this unit. Wait until it is paid, or cancel it, then move the unit.':
    'Eine unbezahlte Rechnung verlängert diese Einheit. Warten Sie, bis sie bezahlt ist, oder stornieren Sie sie, dann verschieben Sie die Einheit.',
}
