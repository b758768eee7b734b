import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useOperation } from '../../../api/queries.ts'
import { CopyBlock } from '../../../shared/content/CopyBlock.tsx'
import { QrCode } from '../../../shared/content/QrCode.tsx'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { texts as common } from '../../../shared/texts/texts.ts'
import { WaySteps } from '../../../shared/tools/WaySteps.tsx'
import { Columns, Facts } from '../../blocks/layout.tsx'
import type { UnitProps } from '../unit.ts'
import { titleOfProtocol } from '../unit.ts'
import classes from '../units.module.css'

const { setup } = words.units

export const SetupTab = (props: UnitProps) => (
  <Columns>
    <ChannelPanel {...props} />
    <TextsPanel {...props} />
  </Columns>
)

function ChannelPanel({ unit }: UnitProps) {
  const channel = useOperation('getUnitsByIdChannel', { id: unit.id })
  return (
    <Panel title={setup.channel}>
      <p className={classes.intro}>{setup.channelHint}</p>
      <Loaded query={channel} height={220}>
        {({ host, port, ip, configuration, shortLink }) => {
          const { url, topic } = configuration
          const address = url ?? `${host}:${port}`
          return (
            <div className={classes.stack}>
              <div className={classes.channel}>
                <Facts
                  facts={[
                    [setup.host, host],
                    [setup.ip, ip],
                    [setup.port, port],
                    [setup.transport, setup.transports[configuration.transport] ?? configuration.transport],
                    [setup.protocol, titleOfProtocol(configuration.protocol)],
                    [setup.anyPort, configuration.any_port],
                    ...(url ? ([[setup.url, url]] as const) : []),
                    ...(topic ? ([[setup.topic, topic]] as const) : []),
                  ]}
                />
                <QrCode text={address} label={setup.qr} />
              </div>
              <CopyBlock text={address} label={setup.address} wraps />
              {shortLink && (
                <div className={classes.channel}>
                  <div className={classes.stack}>
                    <p className={classes.line}>
                      <strong>{setup.link}.</strong> {setup.linkHint}
                    </p>
                    <CopyBlock text={shortLink} label={setup.linkLabel} wraps />
                  </div>
                  <QrCode text={shortLink} label={setup.linkQr} />
                </div>
              )}
            </div>
          )
        }}
      </Loaded>
    </Panel>
  )
}

function TextsPanel({ unit }: UnitProps) {
  const [typed, setTyped] = useState('')
  const [apn] = useDebouncedValue(typed.trim(), 300)
  const [isAny, setIsAny] = useState(false)
  // The texts stay as they are until the answer for the new values arrives.
  const query = useOperation('getUnitsByIdSetup', { id: unit.id, ...(apn && { apn }) }, { keepsPrevious: true })
  return (
    <Panel title={setup.sms}>
      <Loaded query={query} height={220}>
        {(found) =>
          found.texts.length === 0 ? (
            <WaySteps setup={found} />
          ) : (
            <div className={classes.stack}>
              <p className={classes.line}>{common.tools.setup.explain}</p>
              <TextInput
                label={setup.apn}
                value={typed}
                maxLength={100}
                autoComplete="off"
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
              <NativeSelect
                label={setup.which}
                value={isAny ? 'any' : 'own'}
                data={[
                  { value: 'own', label: setup.whichOwn(found.port) },
                  { value: 'any', label: setup.whichAny(found.any_port) },
                ]}
                onChange={({ currentTarget }) => setIsAny(currentTarget.value === 'any')}
              />
              {found.texts.map(({ what, sms, any_port_sms }) => (
                <CopyBlock
                  key={sms}
                  text={isAny ? any_port_sms : sms}
                  label={setup.text(setup.what[what] ?? what)}
                  title={setup.what[what] ?? what}
                  wraps
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </Panel>
  )
}
