/** Rows of the audit log in a `SmallTable`: when, who, what in a sentence, and the changed fields. */
import type { AuditEntry } from '../../api/generated.ts'
import { words } from '../../shared/texts/console.ts'
import classes from './AuditRows.module.css'
import { changesOf, sentenceOf } from './history.ts'
import { Time } from './values.tsx'

const { history } = words.clients
const kinds: Readonly<Record<string, string>> = history.actors

export const auditHead: readonly string[] = [history.at, history.who, history.what, history.change]

/** Only operators see the names of jobs. */
export const actorTitle = ({ kind, name, id }: AuditEntry['actor']): string =>
  kind === 'job' && kinds.job ? kinds.job : `${kinds[kind] ?? kind}: ${name ?? id}`

export const AuditRow = ({ entry }: { entry: AuditEntry }) => (
  <tr>
    <td>
      <Time at={entry.at} as="time" />
    </td>
    <td>{actorTitle(entry.actor)}</td>
    <td title={entry.action}>{sentenceOf(entry)}</td>
    <td className={classes.changes}>
      <Changes entry={entry} />
    </td>
  </tr>
)

const Changes = ({ entry }: { entry: AuditEntry }) =>
  changesOf(entry.before, entry.after).map(({ field, from, to }) => (
    <div key={field}>
      <span className={classes.field}>{field}</span> {from !== undefined && `${from} → `}
      {to}
    </div>
  ))
