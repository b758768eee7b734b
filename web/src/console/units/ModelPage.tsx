/** One model of the catalogue: how it connects, what it can report and do, and how it is set up. */
import type { ModelSheet } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'
import { Refused } from '../../shared/api.ts'
import { CopyBlock } from '../../shared/content/CopyBlock.tsx'
import { DevicePicture } from '../../shared/content/DevicePicture.tsx'
import { UnitsIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { models as texts } from '../../shared/texts/console-models.ts'
import { protocolSettings } from '../../shared/texts/console-protocol.ts'
import { locale } from '../../shared/texts/texts.ts'
import { WaySteps } from '../../shared/tools/WaySteps.tsx'
import { modelName } from '../../shared/units/model-name.ts'
import { parameterName } from '../../shared/units/telemetry.ts'
import { Columns, Empty, Facts, PageBody, PageHead } from '../blocks/layout.tsx'
import type { PageProps } from '../page.ts'
import { titleOfProtocol } from './unit.ts'
import classes from './units.module.css'

const { setup, commands, page } = words.units
const back = { address: to('/units'), title: page.back }
const settingNames: Readonly<Record<string, { readonly label: string }>> = protocolSettings.names

export function ModelPage({ params }: PageProps) {
  const model = useOperation('getConsoleModelsByHwId', { hw_id: Number(params.id) })
  if (model.error instanceof Refused && (model.error.status === 404 || model.error.status === 400)) {
    return (
      <PageBody>
        <PageHead title={texts.title} back={back} />
        <Empty icon={<UnitsIcon />} title={texts.missing} />
      </PageBody>
    )
  }
  return (
    <PageBody>
      <Loaded query={model} height={240}>
        {(found) => <Sheet model={found} />}
      </Loaded>
    </PageBody>
  )
}

function Sheet({ model }: { model: ModelSheet }) {
  const reports = [...new Set(model.parameters.map(parameterName))].toSorted((a, b) => a.localeCompare(b, locale))
  return (
    <>
      <PageHead
        title={modelName(model.manufacturer, model.title)}
        picture={model.is_image && <DevicePicture model={model.id} size={56} />}
        detail={titleOfProtocol(model.protocol)}
        back={back}
      />
      <Columns>
        <Panel title={texts.facts}>
          <Facts
            facts={[
              [texts.maker, model.manufacturer],
              [setup.protocol, titleOfProtocol(model.protocol)],
              [setup.transport, setup.transports[model.transport] ?? model.transport],
              [setup.port, model.port ?? texts.noPort],
              [
                texts.settings,
                model.settings.map((name) => settingNames[name]?.label ?? name).join(', ') || protocolSettings.none,
              ],
              [texts.number, model.id],
            ]}
          />
        </Panel>
        <Panel title={texts.texts}>
          {model.texts.length === 0 ? (
            <WaySteps setup={model} />
          ) : (
            <div className={classes.stack}>
              {model.texts.map(({ what, sms }) => (
                <CopyBlock
                  key={sms}
                  text={sms}
                  label={setup.text(setup.what[what] ?? what)}
                  title={setup.what[what] ?? what}
                  wraps
                />
              ))}
            </div>
          )}
        </Panel>
      </Columns>
      <Panel title={texts.commands}>
        {model.commands.length === 0 ? (
          <p className={classes.line}>{texts.noCommands}</p>
        ) : (
          <List items={model.commands.map((type) => commands.types[type] ?? type)} />
        )}
      </Panel>
      <Panel title={texts.reports}>
        {reports.length === 0 ? (
          <p className={classes.line}>{texts.noReports}</p>
        ) : (
          <>
            <p className={classes.intro}>{texts.reportsHint}</p>
            <List items={reports} />
          </>
        )}
      </Panel>
    </>
  )
}

const List = ({ items }: { items: readonly string[] }) => (
  <ul className={classes.wordList}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)
