/** The state of the installation, and what needs the operator's attention. */
import { useOperation } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { formatAgo } from '../../shared/format/times.ts'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { operator } from '../../shared/texts/operator.ts'
import { locale } from '../../shared/texts/texts.ts'
import { formatBytes } from '../blocks/bytes.ts'
import { Columns, PageBody, PageHead, SmallTable } from '../blocks/layout.tsx'
import { AttentionList, Figure, Figures } from '../blocks/standing.tsx'
import { Time } from '../blocks/values.tsx'
import { MissingStreets } from './maps/MissingStreets.tsx'
import { NewVersion } from './NewVersion.tsx'
import classes from './operator.module.css'
import { attentionOf, type Installation, isLate, lastWhole } from './overview.ts'

const { overview } = operator
const askEveryMs = 15_000
const number = (value: number) => value.toLocaleString(locale)

export function OverviewPage() {
  const often = { everyMilliseconds: askEveryMs }
  const health = useOperation('getOperatorHealth', undefined, often)
  const jobs = useOperation('getOperatorJobs', undefined, often)
  const backups = useOperation('getOperatorBackups', undefined, often)
  const reviews = useOperation('getOperatorReviews', undefined)
  const payments = useOperation('getOperatorPaymentInformation', undefined)
  return (
    <PageBody>
      <PageHead title={overview.title} detail={<Time at={Math.floor(health.dataUpdatedAt / 1000)} as="time" />} />
      <NewVersion />
      <MissingStreets />
      <Loaded query={health} height={480}>
        {(state) => (
          <>
            <Loaded query={reviews}>
              {(cards) => (
                <Loaded query={payments}>
                  {(infos) => (
                    <Loaded query={jobs}>
                      {(timetable) => (
                        <Loaded query={backups}>
                          {(kept) => (
                            <>
                              <AttentionPanel
                                {...{ health: state, jobs: timetable, backups: kept, reviews: cards, payments: infos }}
                              />
                              <WorkPanel mail={state.mail} jobs={timetable} backups={kept} />
                            </>
                          )}
                        </Loaded>
                      )}
                    </Loaded>
                  )}
                </Loaded>
              )}
            </Loaded>
            <Columns>
              <IngestPanel ingest={state.ingest} />
              <StoragePanel storage={state.storage} />
            </Columns>
            <SignUpPanel apps={state.sign_up_apps} />
            <TablesPanel tables={state.storage.tables} />
          </>
        )}
      </Loaded>
    </PageBody>
  )
}

const AttentionPanel = (installation: Installation) => (
  <Panel title={overview.needs}>
    <AttentionList
      nothing={overview.nothing}
      nothingHint={overview.nothingHint}
      needs={attentionOf(installation, Date.now() / 1000).map(({ kind, tone, count, path }) => ({
        key: kind,
        tone,
        text: overview.kinds[kind].text(count),
        hint: overview.kinds[kind].hint,
        address: `#${path}`,
      }))}
    />
  </Panel>
)

type WorkProps = Pick<Installation, 'jobs' | 'backups'> & Pick<Installation['health'], 'mail'>

function WorkPanel({ mail, jobs, backups }: WorkProps) {
  const last = lastWhole(backups)
  return (
    <Panel title={overview.work}>
      <Figures>
        <Figure
          name={overview.jobs}
          value={number(jobs.length)}
          detail={overview.late(jobs.filter(isLate).length)}
          address={to('/jobs')}
        />
        <Figure
          name={overview.waiting}
          value={number(mail.waiting)}
          detail={mail.oldest_waiting !== null && overview.oldest(formatAgo(mail.oldest_waiting))}
          address={to('/mails', {}, { state: 'waiting' })}
        />
        <Figure name={overview.failed} value={number(mail.failed)} address={to('/mails', {}, { state: 'failed' })} />
        <Figure
          name={overview.backup}
          value={last ? <Time at={last.at} /> : overview.noBackup}
          detail={last && formatBytes(last.bytes)}
          address={to('/backups')}
        />
      </Figures>
    </Panel>
  )
}

const IngestPanel = ({ ingest }: Pick<Installation['health'], 'ingest'>) => (
  <Panel title={overview.ingest}>
    <Figures>
      <Figure name={overview.units} value={number(ingest.units)} address={to('/catalogue', {}, { used: 'yes' })} />
      <Figure name={overview.heardNow} value={number(ingest.heard_in_5_minutes)} />
      <Figure name={overview.heardToday} value={number(ingest.heard_in_a_day)} />
      <Figure name={overview.lastMessage} value={<Time at={ingest.last_message_at} />} />
      <Figure name={overview.lobby} value={number(ingest.lobby)} address={to('/lobby')} />
      <Figure name={overview.quarantined} value={number(ingest.quarantined)} address={to('/quarantine')} />
    </Figures>
  </Panel>
)

type Storage = Installation['health']['storage']

const StoragePanel = ({ storage }: { storage: Storage }) => (
  <Panel title={overview.storage}>
    <Figures>
      <Figure name={overview.database} value={formatBytes(storage.database_bytes)} />
      <Figure
        name={overview.disk}
        value={storage.disk ? formatBytes(storage.disk.free_bytes) : overview.noDisk}
        detail={storage.disk && overview.ofTotal(formatBytes(storage.disk.total_bytes))}
      />
      <Figure
        name={overview.connections}
        value={number(storage.connections)}
        detail={overview.ofTotal(number(storage.connections_max))}
      />
    </Figures>
  </Panel>
)

const SignUpPanel = ({ apps }: { apps: readonly string[] }) => (
  <Panel title={overview.signUp}>
    <p className={classes.text}>
      {apps.length > 0 ? overview.signUpOn(apps.map(applicationTitle).join(', ')) : overview.signUpOff}
    </p>
  </Panel>
)

const TablesPanel = ({ tables }: Pick<Storage, 'tables'>) => (
  <Panel title={overview.tables}>
    <SmallTable label={overview.tables} head={overview.tableHead}>
      {tables.map(({ name, bytes, rows }) => (
        <tr key={name}>
          <td>
            <code>{name}</code>
          </td>
          <td className={classes.number}>{formatBytes(bytes)}</td>
          <td className={classes.number}>{number(rows)}</td>
        </tr>
      ))}
    </SmallTable>
  </Panel>
)
