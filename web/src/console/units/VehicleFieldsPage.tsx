/** Fields that the dealer defines for the vehicles of all clients. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OwnField } from '../../api/generated.ts'
import { change, useOperation } from '../../api/queries.ts'
import { PlusIcon, UnitsIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { OwnFieldForm } from '../../shared/forms/OwnFieldForm.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { ownFieldTexts as texts } from '../../shared/texts/own-fields.ts'
import { confirm } from '../blocks/confirm.tsx'
import { Dialog } from '../blocks/Dialog.tsx'
import { Empty, PageBody, PageHead, SmallTable } from '../blocks/layout.tsx'
import { toastFailure } from '../blocks/toasts.tsx'
import { useMay } from '../session.ts'
import classes from './units.module.css'

export function VehicleFieldsPage() {
  const mayManage = useMay()('manage')
  const query = useOperation('getConsoleVehicleFields', undefined)
  const [edited, setEdited] = useState<OwnField | 'new'>()
  const close = () => setEdited(undefined)
  const create = mayManage && (
    <Button leftSection={<PlusIcon />} onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  )
  return (
    <PageBody>
      <PageHead
        title={texts.title}
        detail={texts.explainForAll}
        back={{ address: to('/units'), title: words.units.page.back }}
      >
        {create}
      </PageHead>
      <Loaded query={query} height={160}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon={<UnitsIcon />} title={texts.none} />
          ) : (
            <Panel>
              <SmallTable label={texts.title} head={[texts.name, texts.type, texts.choices, texts.values, ' ']}>
                {all.map((field) => (
                  <tr key={field.id}>
                    <td>{field.name}</td>
                    <td>{texts.types[field.type]}</td>
                    <td>{field.choices.join(', ')}</td>
                    <td>{texts.filled(field.values)}</td>
                    <td>
                      {mayManage && (
                        <div className={classes.acts}>
                          <Button
                            variant="default"
                            size="xs"
                            aria-label={`${texts.edit}: ${field.name}`}
                            onClick={() => setEdited(field)}
                          >
                            {texts.edit}
                          </Button>
                          <Button
                            variant="default"
                            size="xs"
                            aria-label={`${texts.remove}: ${field.name}`}
                            onClick={() => void remove(field)}
                          >
                            {texts.remove}
                          </Button>
                        </div>
                      )}
                    </td>
                  </tr>
                ))}
              </SmallTable>
            </Panel>
          )
        }
      </Loaded>
      <Dialog title={edited === 'new' ? texts.add : (edited?.name ?? '')} isOpen={edited !== undefined} close={close}>
        <OwnFieldForm
          field={edited === 'new' ? undefined : edited}
          save={({ name, type, choices: chosen }) => {
            const choices = [...chosen]
            return edited === 'new' || edited === undefined
              ? change('postConsoleVehicleFields', undefined, { name, type, choices })
              : change('patchConsoleVehicleFieldsById', { id: edited.id }, { name, choices })
          }}
          close={close}
        />
      </Dialog>
    </PageBody>
  )
}

async function remove({ id, name, values }: OwnField): Promise<void> {
  const isYes = await confirm({
    title: texts.removeTitle(name),
    text: texts.removeText,
    effect: [[values, texts.valuesGone]],
    canBeUndone: false,
    act: texts.remove,
  })
  if (!isYes) return
  try {
    await change('deleteConsoleVehicleFieldsById', { id })
  } catch (error) {
    toastFailure(error)
  }
}
