/** The networks from which a unit's tracker may connect, if its dealer limits them. */
import { change, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Form, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { words } from '../../../shared/texts/console.ts'
import { AreaField } from '../../blocks/fields.tsx'
import { toast } from '../../blocks/toasts.tsx'
import type { UnitProps } from '../unit.ts'
import classes from '../units.module.css'

const { sources, settings } = words.units

export function SourceNetworksPanel({ unit }: UnitProps) {
  const query = useOperation('getUnitsByIdSourceNetworks', { id: unit.id })
  return (
    <Panel title={sources.title}>
      <p className={classes.intro}>{sources.explain}</p>
      <Loaded query={query} height={120}>
        {({ networks }) => <NetworksForm unit={unit} networks={networks} />}
      </Loaded>
    </Panel>
  )
}

function NetworksForm({ unit, networks }: UnitProps & { networks: readonly string[] }) {
  const form = useForm({
    start: { networks: networks.join('\n') },
    send: async (values) => {
      const listed = values.networks.split(/[\s,]+/).filter(Boolean)
      await change('putUnitsByIdSourceNetworks', { id: unit.id }, { networks: listed })
      toast(settings.saved)
    },
  })
  return (
    <Form form={form}>
      <AreaField form={form} name="networks" label={sources.label} hint={sources.hint} rows={3} maxLength={1100} />
    </Form>
  )
}
