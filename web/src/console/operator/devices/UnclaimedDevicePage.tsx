/** One unclaimed device: what it sent, decoded and raw. */
import type { OperatorLobbyEntry } from '../../../api/generated.ts'
import { useOperation } from '../../../api/queries.ts'
import { CopyBlock } from '../../../shared/content/CopyBlock.tsx'
import { UnclaimedIcon } from '../../../shared/content/Icons.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Notice } from '../../../shared/feedback/Notice.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { to } from '../../../shared/router/router.ts'
import { operator } from '../../../shared/texts/operator.ts'
import { locale } from '../../../shared/texts/texts.ts'
import { Columns, Empty, Facts, PageBody, PageHead, SmallTable } from '../../blocks/layout.tsx'
import { Time } from '../../blocks/values.tsx'
import type { PageProps } from '../../page.ts'
import classes from '../operator.module.css'

const { lobby } = operator
const { columns: titles } = lobby

export function UnclaimedDevicePage({ params }: PageProps) {
  const query = useOperation('getOperatorLobby', {})
  const entry = query.data?.find(({ id }) => id === params.id)
  return (
    <PageBody>
      <PageHead title={entry?.ident ?? lobby.title} back={{ address: to('/lobby'), title: lobby.title }} />
      <Loaded query={query} height={320}>
        {() =>
          entry ? (
            <UnclaimedDevice entry={entry} />
          ) : (
            <Empty icon={<UnclaimedIcon />} title={lobby.gone.title}>
              {lobby.gone.text}
            </Empty>
          )
        }
      </Loaded>
    </PageBody>
  )
}

const UnclaimedDevice = ({ entry }: { entry: OperatorLobbyEntry }) => (
  <>
    <Notice tone="quiet">{lobby.claimText}</Notice>
    <Columns>
      <Panel title={titles.ident}>
        <Facts
          facts={[
            [
              titles.ident,
              <span key="ident" className={classes.mono}>
                {entry.ident}
              </span>,
            ],
            [titles.protocol, entry.protocol],
            [titles.address, entry.address],
            [titles.tries, entry.tries.toLocaleString(locale)],
            [titles.first, <Time key="first" at={entry.first_seen} as="time" />],
            [titles.last, <Time key="last" at={entry.last_seen} as="time" />],
          ]}
        />
      </Panel>
      <Panel title={lobby.preview}>
        {entry.preview.length === 0 ? (
          <p className={classes.text}>{lobby.noPreview}</p>
        ) : (
          entry.preview.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages of the same moment have no other key.
            <SmallTable key={index} label={lobby.message(index + 1)} head={[lobby.parameter, lobby.values]}>
              {Object.entries(message).map(([name, value]) => (
                <tr key={name}>
                  <td>
                    <code>{name}</code>
                  </td>
                  <td className={classes.mono}>{typeof value === 'string' ? value : JSON.stringify(value)}</td>
                </tr>
              ))}
            </SmallTable>
          ))
        )}
      </Panel>
    </Columns>
    <Panel title={lobby.frames}>
      <div className={classes.stack}>
        {entry.frames.map((frame, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same frame may arrive twice.
          <CopyBlock key={index} text={frame} label={lobby.frame(index + 1)} wraps />
        ))}
      </div>
    </Panel>
  </>
)
