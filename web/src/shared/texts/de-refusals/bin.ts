/** Refusals about units that are restored or moved. */
export const ofBin: Readonly<Record<string, string>> = {
  'Another unit has this ident now. Delete that unit or change its ident, then restore this one.':
    'Eine andere Einheit hat inzwischen diese Kennung. Löschen Sie die andere Einheit oder ändern Sie deren Kennung, dann stellen Sie diese wieder her.',
  'Tags and assets cannot be moved. Delete the unit here and add it to the other account.':
    'Tags und Objekte lassen sich nicht verschieben. Löschen Sie die Einheit hier und legen Sie sie im anderen Konto an.',
  'This unit has private trips, which only their driver can see. Move it without its history.':
    'Diese Einheit hat private Fahrten, die nur ihr Fahrer sehen kann. Verschieben Sie sie ohne ihren Verlauf.',
  'An unpaid invoice renews this unit. Wait until it is paid, or cancel it, then move the unit.':
    'Eine unbezahlte Rechnung verlängert diese Einheit. Warten Sie, bis die Rechnung bezahlt ist, oder stornieren Sie sie, dann verschieben Sie die Einheit.',
}
