/** Own fields of all vehicles: those of the provider, and the client's own. */
import { useState } from 'react'
import { change, useOperation } from '../../api/queries.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { OwnFieldForm } from '../../shared/forms/OwnFieldForm.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { ownFieldTexts as words } from '../../shared/texts/own-fields.ts'
import { CardButton } from '../blocks/CardButton.tsx'
import cards from '../blocks/Cards.module.css'
import { CardsPanel } from '../blocks/CardsPanel.tsx'
import type { OwnField } from '../types.ts'

export function FieldsPanel() {
  const query = useOperation('getClientVehicleFields', undefined)
  const [edited, setEdited] = useState<OwnField>()
  if (edited) {
    return (
      <Panel title={edited.name}>
        <OwnFieldForm
          field={edited}
          className={cards.form}
          save={({ name, choices }) =>
            change('patchClientVehicleFieldsById', { id: edited.id }, { name, choices: [...choices] })
          }
          close={() => setEdited(undefined)}
        />
      </Panel>
    )
  }
  return (
    <CardsPanel
      title={words.title}
      explain={words.explain}
      none={words.none}
      add={words.add}
      form={(close) => (
        <OwnFieldForm
          className={cards.form}
          save={({ choices, ...said }) =>
            change('postClientVehicleFields', undefined, { ...said, choices: [...choices] })
          }
          close={close}
        />
      )}
      query={query}
      card={(field) => ({
        title: field.name,
        line: [
          words.types[field.type],
          field.choices.join(', '),
          words.filled(field.values),
          field.owner === 'provider' && words.byProvider,
        ]
          .filter(Boolean)
          .join(' · '),
        buttons: field.owner === 'client' && (
          <>
            <CardButton label={words.edit} of={field.name} onClick={() => setEdited(field)} />
            <ConfirmButton
              label={words.remove}
              of={field.name}
              effect={words.removeEffect(field.name, field.values)}
              sure={words.removeSure}
              act={() => change('deleteClientVehicleFieldsById', { id: field.id })}
            />
          </>
        ),
      })}
    />
  )
}
