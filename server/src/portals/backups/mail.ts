/** Emails to operators when backups fail, in the language in which they read the console. */
import { type Composed, catalogue, composeMail, quoted } from '#kernel/mail/texts.ts'

const texts = catalogue(
  {
    footer: 'You receive this email because you are an operator of this installation.',
    label: 'Show backups',
    backup: (installation: string, place: string, failure: string) => ({
      subject: `A backup of ${installation} failed`,
      paragraphs: [
        `The automatic backup to ${place} failed: ${failure}`,
        'Waymark tries again within two hours. Older backups are kept until one succeeds.',
      ],
    }),
    test: (installation: string, backup: string, failure: string) => ({
      subject: `A backup of ${installation} could not be restored`,
      paragraphs: [
        `The test restore of ${backup} failed: ${failure}`,
        'Your data is not affected. Do not rely on this backup: fix the cause, then create another and test it.',
      ],
    }),
  },
  {
    de: {
      footer: 'Sie erhalten diese E-Mail, weil Sie Betreiber dieser Installation sind.',
      label: 'Sicherungen ansehen',
      backup: (installation, place, failure) => ({
        subject: `Eine Sicherung von ${installation} ist fehlgeschlagen`,
        paragraphs: [
          `Die automatische Sicherung nach ${place} ist fehlgeschlagen: ${failure}`,
          'Waymark versucht es binnen zwei Stunden erneut. Ältere Sicherungen bleiben, bis eine gelingt.',
        ],
      }),
      test: (installation, backup, failure) => ({
        subject: `Eine Sicherung von ${installation} ließ sich nicht wiederherstellen`,
        paragraphs: [
          `Der Test der Wiederherstellung von ${backup} ist fehlgeschlagen: ${failure}`,
          'Ihre Daten sind nicht betroffen. Verlassen Sie sich nicht auf diese Sicherung: Beheben Sie die Ursache, erstellen Sie eine neue und testen Sie sie.',
        ],
      }),
    },
  },
)

interface Failed {
  readonly installation: string
  readonly failure: string
  readonly url: string
  readonly lang: string | null
}

export function backupFailedMail({ installation, place, failure, url, lang }: Failed & { place: string }): Composed {
  const { backup, label, footer } = texts(lang)
  const text = backup(quoted(installation), quoted(place, 300), quoted(failure, 600))
  return composeMail({ ...text, action: { label, url }, footer, lang })
}

export function restoreTestFailedMail({
  installation,
  backup,
  failure,
  url,
  lang,
}: Failed & { backup: string }): Composed {
  const { test, label, footer } = texts(lang)
  const text = test(quoted(installation), quoted(backup, 200), quoted(failure, 600))
  return composeMail({ ...text, action: { label, url }, footer, lang })
}
