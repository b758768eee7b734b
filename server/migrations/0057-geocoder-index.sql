create index concurrently if not exists addresses_geocoder on addresses (geocoder, geocoder_tries, is_latest desc, t desc)
  where (address ->> 'street') is null;
