/** Whether the newest backup could be restored, and what it contained. */
import type { OperatorRestoreTest } from '../../../api/generated.ts'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { formatAgo } from '../../../shared/format/times.ts'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { operator } from '../../../shared/texts/operator.ts'
import { locale } from '../../../shared/texts/texts.ts'
import { SmallTable } from '../../blocks/layout.tsx'
import { Figure, Figures } from '../../blocks/standing.tsx'
import classes from '../operator.module.css'

const { test: texts } = operator.backups
const number = (value: number) => value.toLocaleString(locale)

export function RestoreTestPanel({ tests }: { tests: readonly OperatorRestoreTest[] }) {
  const last = tests.find(({ state }) => state !== 'running')
  if (!last) {
    return (
      <Panel title={texts.title}>
        <p className={classes.text}>{texts.none}</p>
      </Panel>
    )
  }
  const { report, failure, backup, started_at, finished_at } = last
  return (
    <Panel title={texts.title}>
      <div className={classes.stack}>
        {failure !== null && (
          <Notice tone="bad" title={texts.failed}>
            {failure}
          </Notice>
        )}
        {report && <Notice tone="good">{texts.good(formatAgo(finished_at ?? started_at))}</Notice>}
        <p className={classes.text}>
          {texts.backup} <span className={classes.mono}>{backup}</span>
        </p>
        {report && (
          <>
            <Figures>
              <Figure name={texts.rows} value={number(report.rows)} />
              <Figure name={texts.tables} value={number(report.tables)} />
              <Figure name={texts.checksums} value={texts.same(report.checksums, report.tables)} />
              <Figure
                name={texts.migrations}
                value={number(report.migrations)}
                detail={texts.newer(report.new_migrations)}
              />
              <Figure name={texts.took} value={texts.seconds(report.seconds)} />
            </Figures>
            <SmallTable label={texts.largest} head={texts.head}>
              {report.largest.map(({ table, rows }) => (
                <tr key={table}>
                  <td className={classes.mono}>{table}</td>
                  <td className={classes.number}>{number(rows)}</td>
                </tr>
              ))}
            </SmallTable>
          </>
        )}
      </div>
    </Panel>
  )
}
