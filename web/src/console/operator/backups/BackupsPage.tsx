import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { OperatorBackup, OperatorRestoreTest } from '../../../api/generated.ts'
import { useChange, useOperation } from '../../../api/queries.ts'
import { CopyBlock } from '../../../shared/content/CopyBlock.tsx'
import { BackupIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { operator } from '../../../shared/texts/operator.ts'
import { locale } from '../../../shared/texts/texts.ts'
import { formatBytes } from '../../blocks/bytes.ts'
import { Columns, Empty, PageBody, PageHead, SmallTable } from '../../blocks/layout.tsx'
import { StateBadge, type Tone } from '../../blocks/StateBadge.tsx'
import { toastResult } from '../../blocks/toasts.tsx'
import { Time } from '../../blocks/values.tsx'
import classes from '../operator.module.css'
import { lastWhole } from '../overview.ts'
import { BackupPlanPanel } from './BackupPlanPanel.tsx'
import { RestoreTestPanel } from './RestoreTestPanel.tsx'

const { backups } = operator
const tones: Readonly<Record<OperatorBackup['state'], Tone>> = { done: 'good', running: 'waiting', failed: 'warning' }
const askEveryMs = 15_000
/** Refreshed often while one is being created. */
const watchEveryMs = 1_000

const runningOf = <T extends Pick<OperatorBackup | OperatorRestoreTest, 'state'>>(all: readonly T[] | undefined) =>
  all?.find(({ state }) => state === 'running')

export function BackupsPage() {
  const [isWatching, setIsWatching] = useState(false)
  const often = { everyMilliseconds: isWatching ? watchEveryMs : askEveryMs }
  const query = useOperation('getOperatorBackups', undefined, often)
  const tests = useOperation('getOperatorRestoreTests', undefined, often)
  const plan = useOperation('getOperatorBackupPlan', undefined, often)
  const making = useChange('postOperatorBackups')
  const testing = useChange('postOperatorRestoreTests')
  const running = runningOf(query.data)
  const isTesting = runningOf(tests.data) !== undefined
  const isBusy = running !== undefined || isTesting
  useEffect(() => setIsWatching(isBusy), [isBusy])
  const hasAutomatic = query.data?.some(({ automatic, state }) => automatic && state === 'done') ?? false
  const last = lastWhole(query.data ?? [])
  return (
    <PageBody>
      <PageHead title={backups.title}>
        {hasAutomatic && (
          <Button
            variant="default"
            loading={testing.isPending || isTesting}
            onClick={() => void toastResult(testing.mutateAsync({ params: undefined }), backups.test.started)}
          >
            {backups.test.run}
          </Button>
        )}
        <Button
          loading={making.isPending || running !== undefined}
          onClick={() => void toastResult(making.mutateAsync({ params: undefined }), backups.started)}
        >
          {backups.make}
        </Button>
      </PageHead>
      {running && <Notice tone="quiet">{backups.running(formatBytes(running.bytes))}</Notice>}
      {isTesting && <Notice tone="quiet">{backups.test.running}</Notice>}
      <Loaded query={plan} height={120}>
        {(known) => <BackupPlanPanel plan={known} />}
      </Loaded>
      <Panel title={backups.kept}>
        <Loaded query={query} height={200}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={<BackupIcon />} title={backups.empty.title}>
                {backups.empty.text}
              </Empty>
            ) : (
              <SmallTable label={backups.kept} head={backups.head}>
                {all.map((backup) => (
                  <Row key={`${backup.name} ${backup.state}`} backup={backup} />
                ))}
              </SmallTable>
            )
          }
        </Loaded>
      </Panel>
      {(hasAutomatic || (tests.data?.length ?? 0) > 0) && (
        <Loaded query={tests} height={120}>
          {(all) => <RestoreTestPanel tests={all} />}
        </Loaded>
      )}
      <Columns>
        <Notice tone="warning" title={backups.keyTitle}>
          {backups.key}
        </Notice>
        <Panel title={backups.restore}>
          <div className={classes.stack}>
            <p className={classes.text}>{backups.restoreHint}</p>
            <CopyBlock text={restoreCommand(last)} label={backups.restoreLabel} wraps />
          </div>
        </Panel>
      </Columns>
    </PageBody>
  )
}

/** A backup in S3 is copied first. */
function restoreCommand(last: OperatorBackup | undefined): string {
  const name = last?.name ?? 'waymark-….backup'
  if (!last?.automatic) return `npx waymark restore data/backups/${name}`
  return last.place.startsWith('s3://')
    ? `npx waymark backups fetch ${name}\nnpx waymark restore ${name}`
    : `npx waymark restore ${last.place}/${name}`
}

const Row = ({ backup }: { backup: OperatorBackup }) => {
  const { name, state, bytes, at, failure, rows, place, automatic, verified_at } = backup
  return (
    <tr>
      <td className={classes.number}>
        <Time at={at} as="time" />
      </td>
      <td>
        <StateBadge tone={tones[state]}>{verified_at === null ? backups.states[state] : backups.verified}</StateBadge>
        {failure && <p className={classes.text}>{failure}</p>}
      </td>
      <td className={classes.number}>{formatBytes(bytes)}</td>
      <td className={classes.number}>{rows?.toLocaleString(locale) ?? '–'}</td>
      <td className={classes.file}>
        {name}
        {automatic && <p className={classes.quiet}>{place}</p>}
      </td>
    </tr>
  )
}
