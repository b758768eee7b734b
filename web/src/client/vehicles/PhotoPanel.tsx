/** The photo of a vehicle, or the picture of its kind until there is one. */
import { change } from '../../api/queries.ts'
import { ConfirmButton } from '../../shared/forms/ConfirmButton.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { vehicleTexts as words } from '../../shared/texts/vehicles.ts'
import cards from '../Cards.module.css'
import { useMay } from '../May.tsx'
import { PictureField } from '../PictureField.tsx'
import type { Vehicle } from '../types.ts'
import { VehicleIcon } from './VehicleIcon.tsx'
import classes from './Vehicles.module.css'
import { photoAddress } from './vehicle.ts'

export function PhotoPanel({ vehicle, name }: { vehicle: Vehicle; name: string }) {
  const { unit_id: id, photo, icon } = vehicle
  const mayArrange = useMay('arrange')
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
          <PictureField
            label={photo ? words.otherPhoto : words.addPhoto}
            hint={words.photoHint}
            upload={(picture) => change('putClientUnitsByIdPhoto', { id }, picture)}
          />
        )}
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
