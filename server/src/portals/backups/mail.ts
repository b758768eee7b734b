/** What operators are written when backups fail. */
import { type Composed, composeMail, quoted } from '#kernel/mail/texts.ts'

const footer = 'You receive this email because you are an operator of this installation.'

export const backupFailedMail = (of: {
  readonly installation: string
  readonly place: string
  readonly failure: string
  readonly url: string
}): Composed =>
  composeMail({
    subject: `A backup of ${quoted(of.installation)} failed`,
    paragraphs: [
      `The automatic backup to ${quoted(of.place, 300)} failed: ${quoted(of.failure, 600)}`,
      'Waymark tries again within two hours. Older backups are kept until one succeeds.',
    ],
    action: { label: 'Show backups', url: of.url },
    footer,
  })

export const restoreTestFailedMail = (of: {
  readonly installation: string
  readonly backup: string
  readonly failure: string
  readonly url: string
}): Composed =>
  composeMail({
    subject: `A backup of ${quoted(of.installation)} could not be restored`,
    paragraphs: [
      `The test restore of ${quoted(of.backup, 200)} failed: ${quoted(of.failure, 600)}`,
      'Your data is not affected. Do not rely on this backup: fix the cause, then create another and test it.',
    ],
    action: { label: 'Show backups', url: of.url },
    footer,
  })
