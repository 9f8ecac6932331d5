"""What a site's own URLs teach: site rules, mining, web entities."""
