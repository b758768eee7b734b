/** The photo of a vehicle, or the picture of its kind until there is one. */
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { change } from '../../api/queries.ts'
import { Failure } from '../../shared/feedback/Notice.tsx'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { vehicleTexts as words } from '../../shared/texts/vehicles.ts'
import cards from '../Cards.module.css'
import { useMay } from '../May.tsx'
import { pictureOf } from '../picture.ts'
import type { Vehicle } from '../types.ts'
import { VehicleIcon } from './VehicleIcon.tsx'
import classes from './Vehicles.module.css'
import { photoAddress } from './vehicle.ts'

export function PhotoPanel({ vehicle, name }: { vehicle: Vehicle; name: string }) {
  const { unit_id: id, photo, icon } = vehicle
  const mayArrange = useMay('arrange')
  const uploading = useMutation({
    mutationFn: async (file: File) => change('putClientUnitsByIdPhoto', { id }, await pictureOf(file)),
  })
  return (
    <Panel>
      <div className={cards.form}>
        {photo ? (
          <img className={classes.photo} src={photoAddress(id, photo)} alt={words.photo(name)} />
        ) : (
          <span className={classes.photo}>
            <VehicleIcon kind={icon} />
          </span>
        )}
        {mayArrange && (
          <TextInput
            type="file"
            label={photo ? words.otherPhoto : words.addPhoto}
            description={words.photoHint}
            accept="image/png,image/jpeg,image/webp"
            disabled={uploading.isPending}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (!file) return
              // The same file, corrected, can be chosen again.
              currentTarget.value = ''
              uploading.mutate(file)
            }}
          />
        )}
        <Failure error={uploading.error} />
        {mayArrange && photo && (
          <div className={cards.buttons}>
            <ConfirmButton
              label={words.removePhoto}
              effect={words.removePhotoEffect}
              sure={words.removePhotoSure}
              act={() => change('deleteClientUnitsByIdPhoto', { id })}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}
